import { expect, test } from 'vitest'
import { fitTime, mixedLimits, rowFor, sharedRatio } from './mixed-limits.ts'
import type { MixedRow } from './mixed-run.ts'

const measured = (policies: number, rows: number, separate: number, what: MixedRow['what'] = 'sample'): MixedRow => ({
  ...{ what, policies, rows, separateMilliseconds: 9 * separate, mixedMilliseconds: 1, ratio: 1, ratioOfBest: 1 },
  ...{ bestSeparate: separate, bestMixed: 1 },
})

/** Passes of 3 ms and half a millisecond a row. */
const TABLE = [1, 8].flatMap((policies) => [1, 2, 8, 32].map((rows) => measured(policies, rows, policies * (3 + 0.5 * rows))))

test('finds what a pass costs by itself and what a row costs, from sampling alone', () => {
  const { fixed, row } = fitTime([...TABLE, measured(8, 64, 1000, 'train')]) ?? { fixed: 0, row: 0 }
  expect([fixed, row]).toEqual([expect.closeTo(3, 9), expect.closeTo(0.5, 9)])
  expect(fitTime(TABLE.filter(({ rows }) => rows === 8))).toBeUndefined()
})

test('sharing gives nothing to one policy, all to rows that cost nothing, and never more than the number of policies', () => {
  expect(sharedRatio(1, 8, 3, 0.5)).toBe(1)
  expect(sharedRatio(8, 8, 3, 0)).toBe(8)
  expect(sharedRatio(8, 8, 0, 0.5)).toBe(1)
  expect(sharedRatio(8, 8, 3, 0.5)).toBeCloseTo((8 * 7) / 35, 12)
})

test('says what a row may cost for a ratio', () => {
  const row = rowFor(1.7, 8, 8, 3)
  expect(sharedRatio(8, 8, 3, row)).toBeCloseTo(1.7, 12)
  expect(rowFor(9, 8, 8, 3)).toBe(0)
})

test('holds the figures against rows as they are and against their products', () => {
  const limits = mixedLimits(TABLE, 0.2, { policies: 8, rows: 8, target: 1.7 })
  expect(limits?.ratioOfModel).toBeCloseTo(1.6, 9)
  expect(limits?.ratioOfProducts).toBeCloseTo((8 * 4.6) / 15.8, 9)
  expect(limits?.productMilliseconds).toBe(0.2)
})

test('a busy machine whose times fall with more rows tells nothing', () => {
  const table = [measured(8, 2, 437), measured(8, 8, 344)]
  expect(mixedLimits(table, 0.2, { policies: 8, rows: 8, target: 1.7 })).toBeUndefined()
})
