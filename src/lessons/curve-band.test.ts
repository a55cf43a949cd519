import { expect, test } from 'vitest'
import { marginOf, shareWithin } from './curve-band.ts'

test('a point counts as within the others up to the margin, name by name', () => {
  const others = [
    { x: [0.2, 0.4], o: [0.8, 0.6] },
    { x: [0.3, 0.6], o: [0.7, 0.4] },
  ]
  expect(shareWithin({ x: [0.25, 0.5], o: [0.75, 0.5] }, others, 0)).toBe(1)
  expect(shareWithin({ x: [0.1, 0.5], o: [0.75, 0.9] }, others, 0.05)).toBe(0.5)
  expect(shareWithin({ x: [0.15, 0.65], o: [0.85, 0.35] }, others, 0.06)).toBe(1)
  expect(marginOf(25)).toBeCloseTo(0.1)
})
