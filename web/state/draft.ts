// The spec that the left zone edits: a preset, and what the visitor wrote into fields, as text. Turning it into a
// run spec says beside each field what is wrong with it. Knows the table of settings, not how a form looks.

import type { ErrorData } from '../../src/base/errors.ts'
import { tokenloomError } from '../../src/base/errors.ts'
import { canonicalJson, type Json } from '../../src/base/json.ts'
import { PRESETS } from '../../src/record/presets.ts'
import type { ControlName, RunSpec } from '../../src/record/spec.ts'
import { specDifferences, withSettings } from '../../src/record/spec-diff.ts'
import { SPEC_FIELD, SPEC_FIELDS, type SpecField } from '../../src/record/spec-fields.ts'
import { flattenSpec, parseRunSpec, presetSpec, specComplaint, toJson } from '../../src/record/spec-schema.ts'
import { readSettingText, settingText } from './setting-text.ts'

export interface SpecDraft {
  readonly preset: string
  /** What was written, by path. A field that is not in here has the preset's value. */
  readonly texts: Readonly<Record<string, string>>
  readonly controls: readonly ControlName[]
}

export interface DraftReading {
  readonly spec: RunSpec | null
  readonly errors: Readonly<Record<string, ErrorData>>
}

export function emptyDraft(preset = PRESETS[0]?.name ?? ''): SpecDraft {
  return { preset, texts: {}, controls: [] }
}

/** The draft that is this spec: what it sets differently from its preset, as text. */
export function draftOf(spec: RunSpec): SpecDraft {
  const texts = specDifferences(spec).flatMap(({ path, value }) => (path === 'controls' ? [] : [[path, settingText(SPEC_FIELD.get(path), value)] as const]))
  return { preset: spec.preset, texts: Object.fromEntries(texts), controls: spec.controls }
}

/** Titles of the settings in which a draft is another spec than this; null when the draft is none at all. */
export function draftDiffers(draft: SpecDraft, spec: RunSpec): readonly string[] | null {
  const written = readDraft(draft).spec
  if (written === null) return null
  const [mine, theirs] = [flattenSpec(toJson(written)), flattenSpec(toJson(spec))]
  return SPEC_FIELDS.filter(({ path, default: fallback }) => canonicalJson(mine.get(path) ?? fallback) !== canonicalJson(theirs.get(path) ?? fallback)).map(
    ({ title }) => title,
  )
}

/** The groups of settings that the form offers, in the order of the table. */
export const SETTING_GROUPS = ['environment', 'rollout', 'objective', 'adapter', 'optimizer', 'evaluation', 'agents'] as const
export type SettingGroup = (typeof SETTING_GROUPS)[number]

/** Settings that stand in the spec by themselves, and the group that offers them. */
const OWN_GROUP: Readonly<Record<string, SettingGroup>> = {
  base: 'environment',
  kind: 'environment',
  coordinator: 'agents',
  'imitation.steps': 'objective',
  'imitation.minibatches': 'objective',
  'imitation.strays': 'objective',
  'imitation.rewardRate': 'objective',
}

export const groupOf = (path: string): string => OWN_GROUP[path] ?? path.slice(0, Math.max(0, path.indexOf('.')))

export function fieldsOf(group: SettingGroup): readonly SpecField[] {
  return SPEC_FIELDS.filter((field) => groupOf(field.path) === group)
}

/** What a field holds now, as text. */
export function fieldText(draft: SpecDraft, path: string): string {
  const written = draft.texts[path]
  if (written !== undefined) return written
  const field = SPEC_FIELD.get(path)
  return settingText(field, presetValues(draft.preset).get(path) ?? field?.default ?? '')
}

const presets = new Map<string, ReadonlyMap<string, Json>>()

/** What a preset sets, by path. Every field of the form asks, at every change of the page. */
function presetValues(name: string): ReadonlyMap<string, Json> {
  const known = presets.get(name)
  if (known !== undefined) return known
  const preset = presetSpec(name)
  const values = preset.ok ? flattenSpec(toJson(preset.value)) : new Map<string, Json>()
  presets.set(name, values)
  return values
}

const readings = new WeakMap<SpecDraft, DraftReading>()

/** The draft as a spec, or what is wrong and where. Every field of the form asks; the same draft is read once. */
export function readDraft(draft: SpecDraft): DraftReading {
  const known = readings.get(draft) ?? parseDraft(draft)
  readings.set(draft, known)
  return known
}

function parseDraft(draft: SpecDraft): DraftReading {
  const preset = presetSpec(draft.preset)
  if (!preset.ok) return { spec: null, errors: { preset: preset.error.toData() } }
  const errors: Record<string, ErrorData> = {}
  const settings: Record<string, Json> = {}
  for (const [path, text] of Object.entries(draft.texts)) {
    const field = SPEC_FIELD.get(path)
    if (field === undefined) continue
    const value = readSettingText(field, text)
    const complaint = specComplaint(field, value)
    if (complaint !== null) {
      const shown = text.trim() === '' ? 'empty' : text.trim()
      errors[path] = tokenloomError(
        'SPEC_INVALID',
        `${field.title} ${complaint}; it is ${shown}.`,
        'Correct it, or clear it with Escape to take the preset’s value.',
        path,
      ).toData()
      continue
    }
    // Checked by itself here; parseRunSpec checks them together below.
    settings[path] = value
  }
  if (Object.keys(errors).length > 0) return { spec: null, errors }
  const parsed = parseRunSpec(withSettings(preset.value, { ...settings, controls: draft.controls }))
  if (parsed.ok) return { spec: parsed.value, errors }
  return { spec: null, errors: { [parsed.error.at ?? 'preset']: parsed.error.toData() } }
}
