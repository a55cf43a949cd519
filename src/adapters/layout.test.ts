import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ModelConfig } from '../model/config.ts'
import { PROJECTIONS } from '../service/index.ts'
import { adapterLayout, padFactors, unpadFactors } from './layout.ts'
import { factorElements, factorShapes } from './peft.ts'

const CONFIG: ModelConfig = {
  layers: 2,
  width: 12,
  heads: 3,
  kvHeads: 1,
  headWidth: 8,
  mlpWidth: 16,
  vocabulary: 20,
  contextTokens: 32,
  ropeTheta: 10000,
  normEpsilon: 1e-5,
  tiedHead: true,
}
const specs = fc.record({ rank: fc.integer({ min: 1, max: 9 }), targets: fc.subarray([...PROJECTIONS], { minLength: 1 }) })

test('padding is undone by unpadding, whatever the rank and targets, and adds nothing but zeros', () => {
  fc.assert(
    fc.property(specs, (spec) => {
      const layout = adapterLayout(CONFIG, spec)
      const flat = Float32Array.from({ length: layout.flatLength }, (_, i) => i + 1)
      const region = padFactors(layout, flat)
      expect(region.length).toBe(layout.length)
      expect(unpadFactors(layout, region)).toEqual(flat)
      expect(region.reduce((sum, value) => sum + value, 0)).toBe(flat.reduce((sum, value) => sum + value, 0))
    }),
  )
})

test('offsets and padded ranks are multiples of four, and factors do not overlap', () => {
  fc.assert(
    fc.property(specs, (spec) => {
      const { factors, length, paddedRank } = adapterLayout(CONFIG, spec)
      const ends = factors.flatMap(({ offsetA, offsetB, input, out }) => [
        [offsetA, offsetA + paddedRank * input],
        [offsetB, offsetB + paddedRank * out],
      ])
      expect(ends.flat().every((offset) => offset % 4 === 0)).toBe(true)
      expect(ends.map(([start]) => start)).toEqual([0, ...ends.slice(0, -1).map(([, end]) => end)])
      expect(ends.at(-1)?.[1]).toBe(length)
    }),
  )
})

test('the flat order is that of PEFT folders: projections in PROJECTIONS order, whatever order the spec has', () => {
  fc.assert(
    fc.property(specs, ({ rank, targets }) => {
      const layout = adapterLayout(CONFIG, { rank, targets: [...targets].reverse() })
      expect(layout.flatLength).toBe(factorElements(factorShapes(CONFIG, { rank, scale: 1, targets })))
      expect(layout.factors.map(({ entry }) => entry)).toEqual([...layout.factors].map(({ entry }) => entry).sort((a, b) => a - b))
    }),
  )
})
