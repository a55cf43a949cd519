import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, type Json } from './json.ts'

describe('canonical JSON', () => {
  it('sorts keys at every depth and spends no space', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}')
  })

  it('reads back to an equal value, and equal values have equal text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        // jsonValue makes JSON alone.
        const text = canonicalJson(value as Json)
        expect(canonicalJson(JSON.parse(text))).toBe(text)
        expect(JSON.stringify(JSON.parse(text))).toHaveLength(JSON.stringify(JSON.parse(JSON.stringify(value))).length)
      }),
    )
  })

  it('refuses numbers that JSON cannot hold', () => {
    expect(() => canonicalJson(Number.NaN)).toThrow()
    expect(() => canonicalJson([Number.POSITIVE_INFINITY])).toThrow()
  })
})
