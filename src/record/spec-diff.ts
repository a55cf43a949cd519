// What a spec sets differently from its preset: for the list of runs, for links, and for reading at a glance.
// Knows the table of fields, not how a difference is shown.

import { canonicalJson, isRecord, type Json, type JsonRecord } from '../base/json.ts'
import type { RunSpec } from './spec.ts'
import { SPEC_FIELDS } from './spec-fields.ts'
import { flattenSpec, presetSpec, toJson } from './spec-schema.ts'

export interface SpecDifference {
  readonly path: string
  readonly title: string
  readonly preset: Json
  readonly value: Json
}

/** In the order of the table. A spec of an unknown preset is compared with the default one. */
export function specDifferences(spec: RunSpec): SpecDifference[] {
  const preset = presetSpec(spec.preset)
  const from = flattenSpec(preset.ok ? toJson(preset.value) : {})
  const to = flattenSpec(toJson(spec))
  const differences: SpecDifference[] = []
  for (const field of SPEC_FIELDS) {
    const before = from.get(field.path) ?? field.default
    const after = to.get(field.path) ?? field.default
    if (canonicalJson(before) !== canonicalJson(after)) differences.push({ path: field.path, title: field.title, preset: before, value: after })
  }
  return differences
}

/** The spec with some settings changed, by their paths: what forms, links and scripts make. It is a draft until parseRunSpec has judged it. */
export function withSettings(spec: RunSpec, settings: Readonly<Record<string, Json>>): JsonRecord {
  return Object.entries(settings).reduce((draft, [path, value]) => changed(draft, path.split('.'), value), toJson(spec))
}

function changed(record: JsonRecord, [key, ...deeper]: readonly string[], value: Json): JsonRecord {
  if (key === undefined) return record
  const child = record[key]
  return { ...record, [key]: deeper.length === 0 ? value : changed(isRecord(child) ? child : {}, deeper, value) }
}
