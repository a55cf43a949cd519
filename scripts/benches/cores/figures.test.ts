import { expect, test } from 'vitest'
import { coresFigures } from './figures.ts'

test('a moment that slows a pair leaves its ratio, and speeds are of products alone', () => {
  const times = [
    { one: 20, two: 10, flop: 4e8 },
    { one: 200, two: 100, flop: 4e8 },
    { one: 22, two: 11, flop: 4e8 },
  ]
  expect(coresFigures(times)).toEqual({ oneCore: 22, twoCores: 11, ratio: 2, ratioOfBest: 2, gflopsOneCore: 18.18, gflopsTwoCores: 36.36, steps: 3 })
})
