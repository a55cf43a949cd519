import { describe, expect, it } from 'vitest'
import { beliefMarks } from './belief-marks.ts'

describe('marks of a belief', () => {
  const marks = beliefMarks(
    new Map([
      [3, 0.5],
      [7, 0.125],
      [9, 0.01],
      [11, 0],
    ]),
  )
  it('have areas in proportion to their probabilities, and the likeliest say theirs', () => {
    expect(marks.map(({ cell, said }) => [cell, said])).toEqual([
      [3, '50'],
      [7, '13'],
      [9, null],
    ])
    const [first, second] = marks
    expect(((second?.radius ?? 0) / (first?.radius ?? 1)) ** 2).toBeCloseTo(0.25, 6)
  })
  it('are none where there is no belief', () => {
    expect(beliefMarks(new Map())).toEqual([])
  })
})
