// JSON from strangers: bounded in depth before it is parsed, in count after, and free of the keys by which an object reaches
// its prototype. Knows nothing of what the JSON means.

import type { Json } from '../base/json.ts'

export interface JsonBounds {
  readonly depth: number
  /** Values of any kind, keys' values and list items included: what the text holds of commas and of brackets that open. */
  readonly values: number
}

export type BoundedJson = { readonly kind: 'json'; readonly json: Json } | { readonly kind: 'too deep' | 'too many' | 'not json' | 'forbidden key' }

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor'])

export function parseBoundedJson(text: string, bounds: JsonBounds): BoundedJson {
  const shape = scan(text)
  if (shape.depth > bounds.depth) return { kind: 'too deep' }
  if (shape.values > bounds.values) return { kind: 'too many' }
  let json: Json
  try {
    json = JSON.parse(text)
  } catch {
    return { kind: 'not json' }
  }
  return hasForbiddenKey(json) ? { kind: 'forbidden key' } : { kind: 'json', json }
}

/** Values in a text, counted without building one of them. */
export const countValues = (text: string): number => scan(text).values

/** Depth and values of the text, strings left out: both are known before anything is built. */
function scan(text: string): { depth: number; values: number } {
  let depth = 0
  let deepest = 0
  let values = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (quoted) {
      if (letter === '\\') at++
      else if (letter === '"') quoted = false
    } else if (letter === '"') quoted = true
    else if (letter === '[' || letter === '{') {
      deepest = Math.max(deepest, ++depth)
      values++
    } else if (letter === ']' || letter === '}') depth--
    else if (letter === ',') values++
  }
  return { depth: deepest, values }
}

function hasForbiddenKey(json: Json): boolean {
  if (typeof json !== 'object' || json === null) return false
  if (Array.isArray(json)) return json.some(hasForbiddenKey)
  return Object.entries(json).some(([key, value]) => FORBIDDEN.has(key) || hasForbiddenKey(value))
}
