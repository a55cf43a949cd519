import { expect, test } from 'vitest'
import { staleFigures } from './figures.ts'

test('differences are taken seed by seed', () => {
  const [fresh, stale] = staleFigures([
    { staleness: 0, finals: [0.5, 0.9] },
    { staleness: 4, finals: [0.4, 0.8] },
  ])
  expect(fresh).toEqual({ staleness: 0, mean: 0.7, spread: expect.closeTo(0.2828, 3), least: 0.5, difference: 0, differenceError: 0 })
  expect(stale?.difference).toBeCloseTo(-0.1, 12)
  // Both seeds lost the same: their own spread is no uncertainty of the difference.
  expect(stale?.differenceError).toBeCloseTo(0, 12)
})

test('one seed has no spread', () => {
  expect(staleFigures([{ staleness: 0, finals: [0.5] }])[0]?.spread).toBe(0)
})
