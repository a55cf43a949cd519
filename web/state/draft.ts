// The spec that the left zone edits: a preset, and what the visitor wrote into fields, as text. Turning it into a
// run spec says beside each field what is wrong with it. Knows the table of settings, not how a form looks.

import type { ErrorData } from '../../src/base/errors.ts'
import { tokenloomError } from '../../src/base/errors.ts'
import type { Json } from '../../src/base/json.ts'
import { PRESETS } from '../../src/record/presets.ts'
import type { ControlName, RunSpec } from '../../src/record/spec.ts'
import { withSetting } from '../../src/record/spec-diff.ts'
import { SPEC_FIELD, SPEC_FIELDS, type SpecField } from '../../src/record/spec-fields.ts'
import { flattenSpec, parseRunSpec, presetSpec, specComplaint, toJson } from '../../src/record/spec-schema.ts'

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

/** The groups of settings that the form offers, in the order of the table. */
export const SETTING_GROUPS = ['rollout', 'objective', 'adapter', 'optimizer', 'evaluation'] as const
export type SettingGroup = (typeof SETTING_GROUPS)[number]

export function fieldsOf(group: SettingGroup): readonly SpecField[] {
  return SPEC_FIELDS.filter((field) => field.path.startsWith(`${group}.`) && (field.kind === 'integer' || field.kind === 'number' || field.kind === 'choice'))
}

/** What a field holds now, as text. */
export function fieldText(draft: SpecDraft, path: string): string {
  const written = draft.texts[path]
  if (written !== undefined) return written
  const preset = presetSpec(draft.preset)
  const value = preset.ok ? flattenSpec(toJson(preset.value)).get(path) : SPEC_FIELD.get(path)?.default
  return String(value ?? '')
}

let lastDraft: SpecDraft | null = null
let lastReading: DraftReading = { spec: null, errors: {} }

/** The draft as a spec, or what is wrong and where. Every field of the form asks; the same draft is read once. */
export function readDraft(draft: SpecDraft): DraftReading {
  if (draft !== lastDraft) {
    lastReading = parseDraft(draft)
    lastDraft = draft
  }
  return lastReading
}

function parseDraft(draft: SpecDraft): DraftReading {
  const preset = presetSpec(draft.preset)
  if (!preset.ok) return { spec: null, errors: { preset: preset.error.toData() } }
  const errors: Record<string, ErrorData> = {}
  let json: Json = withSetting(preset.value, 'controls', draft.controls)
  let spec = preset.value
  for (const [path, text] of Object.entries(draft.texts)) {
    const field = SPEC_FIELD.get(path)
    if (field === undefined) continue
    const value: Json = field.kind === 'integer' || field.kind === 'number' ? (text.trim() === '' ? Number.NaN : Number(text)) : text
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
    // Each setting has just been checked by itself; parseRunSpec checks them together below.
    spec = withSetting(spec, path, value) as unknown as RunSpec
    json = withSetting(spec, 'controls', draft.controls)
  }
  if (Object.keys(errors).length > 0) return { spec: null, errors }
  const parsed = parseRunSpec(json)
  if (parsed.ok) return { spec: parsed.value, errors }
  return { spec: null, errors: { [parsed.error.at ?? 'preset']: parsed.error.toData() } }
}
