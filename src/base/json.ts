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
  // Every step of a run writes thousands of these: nothing is made on the way but the text.
  if (Array.isArray(value)) {
    const list: readonly Json[] = value
    let text = '['
    for (let i = 0; i < list.length; i++) text += i === 0 ? canonicalJson(list[i] ?? null) : `,${canonicalJson(list[i] ?? null)}`
    return `${text}]`
  }
  const record = value as { readonly [key: string]: Json }
  const keys = inOrder(Object.keys(record))
  let text = '{'
  for (const key of keys) text += `${text === '{' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(record[key] ?? null)}`
  return `${text}}`
}

/** By insertion where they are few: sorting makes a list of its own each time. */
function inOrder(keys: string[]): readonly string[] {
  if (keys.length > 16) return keys.sort()
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] ?? ''
    let place = i
    for (; place > 0 && (keys[place - 1] ?? '') > key; place--) keys[place] = keys[place - 1] ?? ''
    keys[place] = key
  }
  return keys
}

/** A value within a message: cut where it is long, and never a reason to fail, however deep it is. */
export function shortJson(value: Json, longest = 80): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? `a list of ${value.length}` : 'an object'
  const text = JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
