import { describe, expect, it } from 'vitest'
import { createRng } from '../base/random.ts'
import { rate } from './ratings.ts'

const POINTS = 400 / Math.log(10)
const TRUE = [-200, -80, 0, 60, 220]

/** A league of players whose true strengths are known. */
function simulate(games: number, seed: number): number[][] {
  const scores = TRUE.map(() => TRUE.map(() => 0))
  const rng = createRng([seed, 9])
  for (const [i, own] of TRUE.entries())
    for (const [j, other] of TRUE.entries()) {
      if (i >= j) continue
      for (let game = 0; game < games; game++) {
        const wins = rng.float() < 1 / (1 + Math.exp((other - own) / POINTS))
        const row = scores[wins ? i : j]
        if (row !== undefined) row[wins ? j : i] = (row[wins ? j : i] ?? 0) + 1
      }
    }
  return scores
}

describe('ratings', () => {
  it('find the strengths that made the results, in their order', () => {
    const found = rate(simulate(4000, 1), 2)
    for (const [i, { points }] of found.entries()) expect(Math.abs(points - (TRUE[i] ?? 0))).toBeLessThan(15)
    expect(found[2]).toEqual({ points: 0, margin: 0 })
  })

  it('have intervals that hold the truth about as often as they say', () => {
    let held = 0
    let asked = 0
    for (let seed = 1; seed <= 150; seed++)
      for (const [i, { points, margin }] of rate(simulate(40, seed), 2).entries()) {
        if (i === 2) continue
        asked++
        if (Math.abs(points - (TRUE[i] ?? 0)) <= margin) held++
      }
    expect(held / asked).toBeGreaterThan(0.91)
    expect(held / asked).toBeLessThan(0.985)
  })

  it('shrink with more games, by the root of their number', () => {
    const [few, many] = [rate(simulate(50, 3), null), rate(simulate(800, 3), null)]
    expect((few[0]?.margin ?? 0) / (many[0]?.margin ?? 1)).toBeGreaterThan(3)
    expect((few[0]?.margin ?? 0) / (many[0]?.margin ?? 1)).toBeLessThan(5)
  })

  it('follow from two players’ odds alone, and treat a draw as half a win', () => {
    const [, b] = rate(
      [
        [0, 250],
        [750, 0],
      ],
      0,
    )
    expect(b?.points).toBeCloseTo(POINTS * Math.log(3), 0)
    const drawn = rate(
      [
        [0, 10],
        [10, 0],
      ],
      null,
    )
    expect(drawn.map(({ points }) => Math.abs(points) < 1e-9)).toEqual([true, true])
  })

  it('stay finite when somebody has won everything, and when nobody has played', () => {
    const [best, worst] = rate(
      [
        [0, 30],
        [0, 0],
      ],
      null,
    )
    expect(best?.points).toBeGreaterThan(100)
    expect(best?.points).toBeLessThan(1000)
    expect(best?.points).toBeCloseTo(-(worst?.points ?? 0), 6)
    expect(
      rate(
        [
          [0, 0],
          [0, 0],
        ],
        null,
      ).every(({ points, margin }) => points === 0 && margin > 300),
    ).toBe(true)
    expect(rate([], null)).toEqual([])
  })

  it('do not depend on the order of the players', () => {
    const scores = simulate(60, 5)
    const order = [3, 0, 4, 1, 2]
    const shuffled = order.map((i) => order.map((j) => scores[i]?.[j] ?? 0))
    const [plain, mixed] = [rate(scores, null), rate(shuffled, null)]
    for (const [place, i] of order.entries()) expect(mixed[place]?.points).toBeCloseTo(plain[i]?.points ?? Number.NaN, 6)
  })
})
