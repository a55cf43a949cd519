import { expect, it } from 'vitest'
import { median } from './median.ts'

it('is the value in the middle, whatever the order', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([10, 9, 1, 2])).toBe(5.5)
  expect(median([3])).toBe(3)
  expect(median([])).toBeNaN()
})

it('leaves the list as it is', () => {
  const values = [3, 1, 2]
  median(values)
  expect(values).toEqual([3, 1, 2])
})
