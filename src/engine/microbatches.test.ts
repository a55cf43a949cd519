import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packRows } from '../model/rows.ts'
import type { Datum, SamplePrompt } from '../service/index.ts'
import { TINY } from './cases/tiny-model.ts'
import { cutMicrobatches, rowsOf } from './microbatches.ts'
import { sampleWaves } from './waves.ts'

/** Groups of siblings that share their prompt, and single sequences. */
const families = fc.array(fc.record({ size: fc.integer({ min: 1, max: 5 }), prefix: fc.integer({ min: 1, max: 9 }), own: fc.integer({ min: 1, max: 9 }) }), {
  maxLength: 12,
})

const dataOf = (list: readonly { readonly size: number; readonly prefix: number; readonly own: number }[]): Datum[] =>
  list.flatMap(({ size, prefix, own }, family) =>
    Array.from({ length: size }, (_, i) => {
      const tokens = new Uint32Array(prefix + own)
      const shared = size > 1 ? { group: `${family}`, sharedPrefix: prefix } : {}
      return { id: `${family}.${i}`, tokens, lossMask: new Uint8Array(prefix + own), coefficients: new Float32Array(prefix + own), ...shared }
    }),
  )

test('cuts keep every datum once, in order, and groups whole; a cut exceeds the limit only for a group that does alone', () => {
  fc.assert(
    fc.property(families, fc.integer({ min: 1, max: 60 }), (list, limit) => {
      const data = dataOf(list)
      const cuts = cutMicrobatches(data, limit)
      expect(cuts.flatMap(([start, end]) => data.slice(start, end))).toEqual(data)
      for (const [start, end] of cuts) {
        const groups = new Set(data.slice(start, end).map(({ group, id }) => group ?? id))
        expect(data.slice(end).some(({ group }) => group !== undefined && groups.has(group))).toBe(false)
        expect(rowsOf(data.slice(start, end)) <= limit || groups.size === 1).toBe(true)
      }
    }),
  )
})

test('rows are counted as the packing makes them', () => {
  fc.assert(
    fc.property(families, (list) => {
      const data = dataOf(list)
      const packed = packRows(data.map(({ tokens, ...rest }) => ({ slot: 1, tokens: tokens.subarray(0, tokens.length - 1), ...rest })))
      expect(rowsOf(data)).toBe(packed.rows)
    }),
  )
})

test('waves keep every prompt of every request once, in order, within the cache that they may have', () => {
  const prompts = fc.array(fc.record({ length: fc.integer({ min: 1, max: 20 }), group: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }) }))
  const requests = fc.array(fc.record({ prompts, maxTokens: fc.integer({ min: 1, max: 8 }) }), { maxLength: 4 })
  fc.assert(
    fc.property(requests, fc.integer({ min: 30, max: 90 }), (list, rows) => {
      const given = list.map(({ prompts: own, maxTokens }) => ({
        prompts: own.map(({ length, group }, i): SamplePrompt => {
          // Members of a group are equal, so their length is the group's.
          const tokens = new Uint32Array(group === undefined ? length : 3 + group)
          return { tokens, stream: [i, 0], ...(group === undefined ? {} : { group: `${group}` }) }
        }),
        params: { maxTokens, temperature: 1, stopTokens: [] },
      }))
      const bytes = rows * TINY.kvHeads * TINY.headWidth * 4
      const waves = sampleWaves(given, TINY, 2 * bytes)
      given.forEach((request, index) => {
        expect(waves.flat().flatMap((part) => (part.request === index ? part.prompts : []))).toEqual(request.prompts)
      })
      for (const wave of waves) {
        const seats = wave.flatMap(({ request, prompts: own }) => own.map((prompt) => ({ request, prompt })))
        const distinct = new Map(seats.map(({ request, prompt }) => [prompt.group === undefined ? prompt : `${request}|${prompt.group}`, prompt.tokens.length]))
        const written = seats.reduce((sum, { request }) => sum + (given[request]?.params.maxTokens ?? 0), 0)
        const taken = [...distinct.values()].reduce((sum, length) => sum + length, 0) + written
        expect(taken <= rows || seats.length === 1).toBe(true)
      }
    }),
  )
})
