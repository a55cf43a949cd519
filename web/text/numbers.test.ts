import { expect, test } from 'vitest'
import { significant, whole } from './numbers.ts'

test('large numbers are grouped wherever they stand, and keep their sign', () => {
  expect([999, 999.4, 999.6, 1000, 33_334, -33_334, 99_999].map(significant)).toEqual(['999', '999', '1 000', '1 000', '33 334', '−33 334', '99 999'])
  expect([0.0123, -1.5, 12.34].map(significant)).toEqual(['0.012', '−1.50', '12.3'])
  expect([0, 7, 3000].map(whole)).toEqual(['0', '7', '3 000'])
})
