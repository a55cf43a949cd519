import { expect, test } from 'vitest'
import { alternativeRows } from './alternatives.ts'

test('alternatives have their probability, forbidden ones the one that they would have', () => {
  const answer = {
    tokens: Uint32Array.of(7, 3, 9),
    logprobs: Float32Array.of(Math.log(0.75), Number.NEGATIVE_INFINITY, Math.log(0.25)),
    freeLogprobs: Float32Array.of(Math.log(0.5), Math.log(0.3), Math.log(0.2)),
    version: 4,
    sameVersion: true,
  }
  const rows = alternativeRows(answer, 9)
  expect(rows.map(({ id, chosen, forbidden }) => [id, chosen, forbidden])).toEqual([
    [7, false, false],
    [3, false, true],
    [9, true, false],
  ])
  const expected = [0.75, 0.3, 0.25]
  for (const [place, { probability }] of rows.entries()) expect(probability).toBeCloseTo(expected[place] ?? 0)
})
