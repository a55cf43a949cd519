// Readers of the single fields of a link's body: each takes JSON and gives a value, or fails with LINK_INVALID and the field's
// name. A reader of a record refuses every key that it does not know.

import { type TokenloomError, tokenloomError } from '../base/errors.ts'
import type { Json } from '../base/json.ts'

export type Fields = { readonly [key: string]: Json }

export function invalid(at: string, message: string): TokenloomError {
  return tokenloomError('LINK_INVALID', message, 'Ask whoever sent the link for a new one; nothing of it was used.', `link.${at}`)
}

export function record(json: Json | undefined, at: string, known: readonly string[] | null): Fields {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw invalid(at, `The link's ${at} must be an object.`)
  const fields = json as Fields
  const stranger = known === null ? undefined : Object.keys(fields).find((key) => !known.includes(key))
  if (stranger !== undefined) throw invalid(at, `The link's ${at} holds ${JSON.stringify(stranger.slice(0, 40))}, which this Tokenloom does not know.`)
  return fields
}

export function list(json: Json | undefined, at: string, most: number): readonly Json[] {
  if (!Array.isArray(json)) throw invalid(at, `The link's ${at} must be a list.`)
  if (json.length > most) throw invalid(at, `The link's ${at} has ${json.length} entries, more than the ${most} that a link may hold.`)
  return json
}

export function text(json: Json | undefined, at: string, longest: number): string {
  if (typeof json !== 'string') throw invalid(at, `The link's ${at} must be text.`)
  if (json.length > longest) throw invalid(at, `The link's ${at} has ${json.length} characters, more than ${longest}.`)
  return json
}

export function matching(json: Json | undefined, at: string, pattern: RegExp): string {
  const value = text(json, at, 200)
  if (!pattern.test(value)) throw invalid(at, `The link's ${at} is no name of that kind.`)
  return value
}

export function whole(json: Json | undefined, at: string, most: number): number {
  if (typeof json !== 'number' || !Number.isInteger(json) || json < 0 || json > most) {
    throw invalid(at, `The link's ${at} must be a whole number from 0 to ${most}.`)
  }
  return json
}
