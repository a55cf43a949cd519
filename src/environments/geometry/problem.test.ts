import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRng } from '../../base/random.ts'
import type { Level } from './kinds/kind.ts'
import { answerOf, drawProblem, KIND_NAMES, type KindName, splitOf } from './problem.ts'
import { amountOf } from './quantity.ts'

const LEVELS: readonly Level[] = [1, 2, 3]
const drawn = (kind: KindName, level: Level, count = 200) =>
  Array.from({ length: count }, (_, item) => drawProblem(createRng([3, 1], item, level), [kind], level, 'train'))

describe('problems of geometry', () => {
  it('have answers that the figures can have', () => {
    for (const kind of KIND_NAMES) {
      for (const level of LEVELS) {
        for (const problem of drawn(kind, level)) {
          const value = amountOf(answerOf(problem))
          expect(value).toBeGreaterThan(0)
          if (answerOf(problem).unit === '°') expect(value).toBeLessThan(180)
          if (level < 3 || kind === 'ruler') expect(Number.isInteger(value)).toBe(true)
        }
      }
    }
  })

  it('know what geometry says', () => {
    const answer = (kind: KindName, a: number, b: number, variant: number) => answerOf({ kind, a, b, variant, drawing: 0 })
    expect(answer('triangle', 40, 60, 0).factor).toBe(80)
    expect(answer('triangle', 40, 0, 1).factor).toBe(70)
    expect(answer('triangle', 40, 0, 2).factor).toBe(100)
    expect(answer('right', 3, 4, 0).factor).toBe(5)
    expect(answer('right', 5, 13, 1).factor).toBe(12)
    expect(answer('right', 1, 1, 2)).toMatchObject({ factor: 1, root: 2 })
    // Quadrant 0 and 2 are opposite each other, 0 and 1 lie on one line.
    expect([0, 1, 2, 3].map((asked) => answer('parallel', 70, 0, asked).factor)).toEqual([70, 110, 70, 110])
    expect([4, 5, 6, 7].map((variant) => answer('parallel', 70, 0, variant).factor)).toEqual([110, 70, 110, 70])
    expect([answer('rectangle', 3, 5, 0), answer('rectangle', 3, 5, 1), answer('rectangle', 3, 15, 2)].map(({ factor, unit }) => [factor, unit])).toEqual([
      [15, 'cm²'],
      [16, 'cm'],
      [5, 'cm'],
    ])
    expect([0, 1, 2, 3, 4, 5].map((variant) => answer('circle', 6, 0, variant)).map(({ factor, pi }) => [factor, pi])).toEqual([
      [12, false],
      [3, false],
      [12, true],
      [6, true],
      [36, true],
      [9, true],
    ])
  })

  it('keep the parts apart, and a mirrored triangle with its image', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 80 }), fc.integer({ min: 20, max: 80 }), fc.nat(), (a, b, drawing) => {
        const part = splitOf({ kind: 'triangle', a, b, variant: 0, drawing })
        expect(splitOf({ kind: 'triangle', a: b, b: a, variant: 0, drawing: drawing + 1 })).toBe(part)
      }),
    )
    const parts = Array.from({ length: 61 * 61 }, (_, i) => splitOf({ kind: 'triangle', a: 20 + (i % 61), b: 20 + Math.floor(i / 61), variant: 0, drawing: 0 }))
    expect(parts.filter((part) => part === 'heldOut').length / parts.length).toBeCloseTo(0.2, 1)
    expect(parts.filter((part) => part === 'validation').length / parts.length).toBeCloseTo(0.1, 1)
  })

  it('are drawn from the part that was asked for, and differ between levels', () => {
    for (const kind of KIND_NAMES) for (const level of LEVELS) for (const problem of drawn(kind, level, 40)) expect(splitOf(problem)).toBe('train')
    for (const kind of KIND_NAMES) {
      const lists = LEVELS.map((level) => JSON.stringify(drawn(kind, level, 40)))
      expect(new Set(lists).size).toBe(3)
    }
  })
})
