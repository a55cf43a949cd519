// JSON as a type, and its canonical text: keys sorted, no spaces, so that equal values have equal bytes and
// therefore equal hashes.

export type JsonRecord = { readonly [key: string]: Json }
export type Json = null | boolean | number | string | readonly Json[] | JsonRecord

/** Whether a value is an object of named values: neither null nor a list. */
export function isRecord(value: Json | undefined): value is JsonRecord
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>>
export function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The canonical text of a JSON value. Throws on numbers that JSON cannot hold. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`Assertion failed: ${value} is not a JSON number`)
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonicalJson).join(',')}]`
  const record = value as { readonly [key: string]: Json }
  const keys = Object.keys(record).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(record[key] ?? null)}`).join(',')}}`
}

/** A value within a message: cut where it is long, and never a reason to fail, however deep it is. */
export function shortJson(value: Json, longest = 80): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? `a list of ${value.length}` : 'an object'
  const text = JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
