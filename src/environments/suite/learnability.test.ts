import { describe, expect, it } from 'vitest'
import { countingGame } from '../testing/counting.ts'
import { judgeLearnability } from './judge-learnability.ts'
import { estimateLearnability } from './learnability.ts'

describe('the estimate of what rewards can teach', () => {
  it('finds spread where random plays earn differently, for every agent', () => {
    const estimate = estimateLearnability(countingGame({ agents: ['a', 'b'] }), { rounds: 4 })
    expect(estimate.spread).toEqual({ a: 1, b: 1 })
    expect(estimate).toMatchObject({ ended: 1, turns: 4 })
    // Two moves each, of 0 1 2 3 4 5 6 8 9 with equal chances: 2 * 38 / 9.
    expect(estimate.meanReturn['a']).toBeCloseTo(76 / 9, 0)
    expect(judgeLearnability(estimate)).toBe('In every group of 8 random plays the returns differ: there is something to learn from.')
    expect(judgeLearnability({ ...estimate, spread: { a: 0.5, b: 1 } })).toContain('In at least 50 % of groups of 8')
    expect(judgeLearnability({ ...estimate, spread: { a: 0.5 } })).toContain('In 50 % of groups of 8')
  })

  it('says so where every play earns the same', () => {
    const base = countingGame()
    const flat = { ...base, step: (...args: Parameters<typeof base.step>) => ({ ...base.step(...args), rewards: { counter: 1 } }) }
    const estimate = estimateLearnability(flat, { rounds: 3 })
    expect(estimate.spread).toEqual({ counter: 0 })
    expect(judgeLearnability(estimate)).toContain('rewards alone teach nothing here')
  })

  it('cuts a play off where a runner does: maxTurns counts the actions of all', () => {
    const both = countingGame({ agents: ['a', 'b'], simultaneous: true })
    const short = { ...both, spec: { ...both.spec, maxTurns: 4 } }
    expect(estimateLearnability(short, { rounds: 3 })).toMatchObject({ turns: 2, ended: 0 })
  })

  it('is a function of its seed', () => {
    const game = countingGame()
    expect(estimateLearnability(game, { rounds: 3 }, { seed: 4 })).toEqual(estimateLearnability(game, { rounds: 3 }, { seed: 4 }))
    expect(estimateLearnability(game, { rounds: 3 }, { seed: 4 }).meanReturn).not.toEqual(estimateLearnability(game, { rounds: 3 }, { seed: 5 }).meanReturn)
  })
})
