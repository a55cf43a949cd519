// The spec as digests and checkpoints name it. Settings that came after the first recorded runs are left out where they have
// their default: a run that does not use them is the run that it was, bit for bit. Knows the table of fields alone.

import { canonicalJson, isRecord, type Json, type JsonRecord } from '../base/json.ts'
import type { RunSpec } from './spec.ts'
import { SPEC_FIELDS } from './spec-fields.ts'
import { flattenSpec, toJson } from './spec-schema.ts'

/** Every setting that decides the run, by its group. Reads specs that were recorded before a setting existed. */
export function identityOf(spec: RunSpec): Json {
  const values = flattenSpec(toJson(spec))
  let identity: JsonRecord = {}
  for (const field of SPEC_FIELDS) {
    const value = values.get(field.path) ?? field.default
    if (field.later === true && canonicalJson(value) === canonicalJson(field.default)) continue
    identity = withLeaf(identity, field.path.split('.'), value)
  }
  return identity
}

function withLeaf(record: JsonRecord, [key = '', ...deeper]: readonly string[], value: Json): JsonRecord {
  if (deeper.length === 0) return { ...record, [key]: value }
  const child = record[key]
  return { ...record, [key]: withLeaf(isRecord(child) ? child : {}, deeper, value) }
}
