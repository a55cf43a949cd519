// Reads a configuration against its field specs: defaults filled in, unknown fields refused, ranges checked. The
// same specs make the settings form, so that what the form offers is what the parser accepts. Knows no environment.

import { tokenloomError } from '../base/errors.ts'
import { isRecord, type Json, type JsonRecord, shortJson } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { FieldSpec } from './contract.ts'

/** Of a name that somebody else chose, within a message. */
const LONGEST_NAME = 80

/** Why a value does not fit its field, as the end of a sentence; null when it fits. */
export function fieldComplaint(field: FieldSpec, value: Json): string | null {
  switch (field.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be true or false'
    case 'choice': {
      const choices = field.choices ?? []
      return typeof value === 'string' && choices.includes(value) ? null : `must be one of ${choices.join(', ')}`
    }
    case 'integer':
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number'
      if (field.kind === 'integer' && !Number.isSafeInteger(value)) return 'must be a whole number'
      if (field.min !== undefined && value < field.min) return `must be at least ${field.min}`
      if (field.max !== undefined && value > field.max) return `must be at most ${field.max}`
      return null
    }
  }
}

/** The configuration with defaults filled in, or the first field that is wrong. `at` names the whole in messages. */
export function parseFields(fields: Readonly<Record<string, FieldSpec>>, input: Json, at = 'environment.config'): Result<JsonRecord> {
  const invalid = (message: string, where: string) =>
    fail(tokenloomError('SPEC_INVALID', message, 'Correct this field, or leave it out to take its default.', where))
  if (!isRecord(input)) return invalid(`${at} must be an object of settings.`, at)
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(fields, name))
      return invalid(
        `${at}.${name.slice(0, LONGEST_NAME)} is not a setting; known are ${Object.keys(fields).join(', ')}.`,
        `${at}.${name.slice(0, LONGEST_NAME)}`,
      )
  }
  const config: Record<string, Json> = {}
  for (const [name, field] of Object.entries(fields)) {
    const given = Object.hasOwn(input, name) ? input[name] : undefined
    const value = given === undefined ? field.default : given
    const complaint = fieldComplaint(field, value)
    if (complaint !== null) return invalid(`${at}.${name} is ${shortJson(value)} but ${complaint}.`, `${at}.${name}`)
    config[name] = value
  }
  return ok(config)
}

/** The field of a setting whose type is known: its kind, its default and its choices are of that type. */
export type FieldOf<Value extends Json> = FieldSpec & {
  readonly kind: Value extends boolean ? 'boolean' : Value extends number ? 'integer' | 'number' : 'choice'
  readonly default: Value
  readonly choices?: readonly Value[]
}

/** The fields of a configuration: one for every setting, and no other. */
export type FieldsOf<Config extends JsonRecord> = { readonly [Name in keyof Config]: FieldOf<Config[Name]> }

/** `parseFields` for settings whose type is known: the compiler holds the fields to the type, the parser the values to the fields. */
export function parseConfig<Config extends JsonRecord>(fields: FieldsOf<Config>, input: Json): Result<Config> {
  const parsed = parseFields(fields, input)
  // Every setting has a field, and every value was held against its field.
  return parsed.ok ? ok(parsed.value as Config) : parsed
}
