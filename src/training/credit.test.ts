import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRng } from '../base/random.ts'
import type { Trajectory } from '../episode/trajectory.ts'
import type { AdvantageName } from '../record/spec.ts'
import { groupAdvantages } from './advantages.ts'
import { assignCredit } from './credit.ts'
import { buildData } from './data.ts'
import { earnedOf } from './earned.ts'
import { splitGroups } from './minibatches.ts'
import { learningRateAt } from './schedule.ts'

const trajectory = (group: number, episode: number, prompt: number[], written: number[], stop: Trajectory['stop'] = 'completed'): Trajectory => ({
  episode,
  agent: 'solver',
  group,
  tokens: Uint32Array.from([...prompt, ...written]),
  states: new Uint8Array(prompt.length + written.length),
  lossMask: Uint8Array.from([...prompt.map(() => 0), ...written.map(() => 1)]),
  samplingLogprobs: new Float32Array(prompt.length + written.length),
  entropies: new Float32Array(prompt.length + written.length),
  versions: new Uint32Array(prompt.length + written.length),
  spans: [
    { turn: 0, state: 'PENDING', start: 0, end: prompt.length },
    ...(written.length === 0 ? [] : [{ turn: 0, state: 'GENERATING' as const, start: prompt.length, end: prompt.length + written.length }]),
  ],
  rewards: [],
  totalReward: 0,
  stop,
  metrics: {},
})

/** As the objective of the arithmetic preset: whole episodes, siblings compared. */
const credited = (advantage: AdvantageName, list: readonly Trajectory[], rewards: readonly number[]) =>
  assignCredit(
    { advantage, credit: 'episode', gamma: 1, compare: 'group' },
    list,
    list.map((one, index) => ({ ...earnedOf(one), total: rewards[index] ?? 0 })),
  )

describe('advantages', () => {
  it('match the definitions', () => {
    expect(groupAdvantages('grpo', [1, 0, 0, 1])).toEqual([1, -1, -1, 1])
    expect(groupAdvantages('grpo_no_std', [1, 0, 0, 0])).toEqual([0.75, -0.25, -0.25, -0.25])
    expect(groupAdvantages('rloo', [1, 0, 0])).toEqual([1, -0.5, -0.5])
  })

  it('are null without spread', () => {
    for (const name of ['grpo', 'grpo_no_std', 'rloo'] as const) {
      expect(groupAdvantages(name, [0.1, 0.1, 0.1])).toBeNull()
      expect(groupAdvantages(name, [3])).toBeNull()
    }
  })

  it('sum to zero, keep the order of rewards, and with std have spread 1', () => {
    const rewards = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(rewards, fc.constantFrom('grpo' as const, 'grpo_no_std' as const, 'rloo' as const), (list, name) => {
        const values = groupAdvantages(name, list)
        if (values === null) return
        expect(values.reduce((a, b) => a + b, 0)).toBeCloseTo(0, 9)
        for (const [i, a] of list.entries()) for (const [j, b] of list.entries()) expect((values[i] ?? 0) > (values[j] ?? 0)).toBe(a > b)
        if (name === 'grpo') expect(values.reduce((sum, value) => sum + value * value, 0) / values.length).toBeCloseTo(1, 9)
      }),
    )
  })
})

describe('credit', () => {
  it('never compares agents with each other: an opponent is no sibling', () => {
    const of = (agent: string, episode: number): Trajectory => ({ ...trajectory(0, episode, [1], [2]), agent })
    const { episodes, groups, droppedGroups } = credited('grpo_no_std', [of('a', 0), of('b', 0), of('a', 1), of('b', 1)], [1, 5, 1, 7])
    expect([groups, droppedGroups]).toEqual([2, 1])
    expect(episodes.map(({ trained, coefficients }) => [trained, coefficients[1]])).toEqual([
      [false, 0],
      [true, -1],
      [false, 0],
      [true, 1],
    ])
  })

  it('compares siblings alone, covers written tokens alone, and counts what it drops', () => {
    const list = [trajectory(0, 0, [1, 2], [3, 4]), trajectory(0, 1, [1, 2], [5]), trajectory(1, 2, [9], [3]), trajectory(1, 3, [9], [4])]
    const { episodes, groups, droppedGroups } = credited('grpo', list, [1, 0, 1, 1])
    expect([groups, droppedGroups]).toEqual([2, 1])
    expect(episodes.map(({ coefficients }) => [...coefficients])).toEqual([
      [0, 0, 1, 1],
      [0, 0, -1],
      [0, 0],
      [0, 0],
    ])
    expect(episodes.map(({ trained }) => trained)).toEqual([true, true, false, false])
  })

  it('leaves out episodes that broke, and what wrote nothing', () => {
    const list = [trajectory(0, 0, [1], [2]), trajectory(0, 1, [1], [3]), trajectory(0, 2, [1], [4], 'environment_error'), trajectory(0, 3, [1], [])]
    const { episodes } = credited('grpo_no_std', list, [1, 0, 9, 0.5])
    expect(episodes.map(({ trained }) => trained)).toEqual([true, true, false, false])
    expect(episodes[0]?.coefficients[1]).toBe(0.5)
  })
})

describe('data', () => {
  it('are the very tokens of the trajectory, and siblings with one prompt share it', () => {
    const list = [trajectory(0, 0, [1, 2], [3, 4]), trajectory(0, 1, [1, 2], [5]), trajectory(1, 2, [9], [3]), trajectory(1, 3, [8], [4])]
    const { episodes } = credited('grpo', list, [1, 0, 1, 0])
    const data = buildData(episodes, { prefix: 'policy/1', temperature: 0.5, sampled: true })
    expect(data.map(({ id, group, sharedPrefix, temperature }) => [id, group, sharedPrefix, temperature])).toEqual([
      ['policy/1/0/solver', '0/solver', 2, 0.5],
      ['policy/1/1/solver', '0/solver', 2, 0.5],
      ['policy/1/2/solver', undefined, undefined, 0.5],
      ['policy/1/3/solver', undefined, undefined, 0.5],
    ])
    for (const [i, datum] of data.entries()) expect(datum.tokens).toBe(list[i]?.tokens)
  })
})

describe('minibatches', () => {
  it('hold every group once, evenly, in an order that the seed decides', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 8 }), (groups, count) => {
        const list = Array.from({ length: groups }, (_, i) => i)
        const parts = splitGroups(list, count, createRng([1, 2]))
        expect(parts.flat().sort((a, b) => a - b)).toEqual(list)
        expect(parts.length).toBe(count)
        const sizes = parts.map((part) => part.length)
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
        expect(parts).toEqual(splitGroups(list, count, createRng([1, 2])))
      }),
    )
  })
})

describe('the schedule', () => {
  const schedule = { learningRate: 1, warmupSteps: 4, finalShare: 0.05 }
  it('warms up to the peak and decays to its share at the last step', () => {
    const rates = Array.from({ length: 12 }, (_, i) => learningRateAt(schedule, i, 12))
    expect(rates.slice(0, 4)).toEqual([0.25, 0.5, 0.75, 1])
    expect(rates[11]).toBeCloseTo(0.05, 12)
    for (let i = 4; i < 12; i++) expect(rates[i]).toBeLessThan(rates[i - 1] ?? 0)
  })
  it('is constant without warm-up and decay, and holds when it is all warm-up', () => {
    expect(learningRateAt({ learningRate: 2, warmupSteps: 0, finalShare: 1 }, 5, 9)).toBe(2)
    expect(learningRateAt({ ...schedule, warmupSteps: 20 }, 9, 10)).toBe(0.5)
    expect(learningRateAt({ ...schedule, warmupSteps: 0 }, 0, 1)).toBe(1)
  })
})
