import { expect, test } from 'vitest'
import { significant, whole } from './numbers.ts'

test('large numbers are grouped wherever they stand, and keep their sign', () => {
  expect([999, 999.4, 999.6, 1000, 33_334, -33_334, 99_999].map(significant)).toEqual([
    '999',
    '999',
    '1\u00a0000',
    '1\u00a0000',
    '33\u00a0334',
    '−33\u00a0334',
    '99\u00a0999',
  ])
  expect([0.0123, -1.5, 12.34].map(significant)).toEqual(['0.012', '−1.50', '12.3'])
  expect([0, 7, 3000].map(whole)).toEqual(['0', '7', '3\u00a0000'])
})
