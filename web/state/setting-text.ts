// Settings as the text of a form's field, and back. Lists and names are written with commas between them, settings of an
// environment as JSON. Knows the kinds of the table of settings, not what a draft is nor how a field looks.

import { canonicalJson, type Json } from '../../src/base/json.ts'
import type { SpecField } from '../../src/record/spec-fields.ts'

export function settingText(field: SpecField | undefined, value: Json): string {
  if (field?.kind === 'reloads') return Array.isArray(value) && value.length === 0 ? '' : canonicalJson(value)
  if (Array.isArray(value)) return value.join(', ')
  if (field?.kind === 'settings' || typeof value === 'object') return canonicalJson(value)
  return String(value)
}

/** What a text says; a text that cannot be read at all becomes a value that the field's own check refuses. */
export function readSettingText(field: SpecField, text: string): Json {
  switch (field.kind) {
    case 'integer':
    case 'number':
      return text.trim() === '' ? Number.NaN : Number(text)
    case 'list':
    case 'names':
      return listed(text)
    case 'settings':
      return parsed(text, {})
    case 'reloads':
      return parsed(text, [])
    case 'name':
    case 'hash':
      return text.trim()
    case 'choice':
      return text
  }
}

/** The names in a text with commas between them. */
export const listed = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function parsed(text: string, empty: Json): Json {
  if (text.trim() === '') return empty
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
