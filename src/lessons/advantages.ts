// The lesson of groups and advantages: rewards of a group that a visitor may change, through the very functions that a run credits
// with. Nothing is trained.

import { at } from '../base/assert.ts'
import { type GroupAdvantage, groupAdvantages } from '../training/advantages.ts'
import { type CreditRule, turnAdvantages } from '../training/turn-advantages.ts'
import { letter, rounded } from './pictures.ts'
import type { BarsPicture, StepCode, StepInput } from './step-code.ts'

const RULES: readonly GroupAdvantage[] = ['grpo', 'grpo_no_std', 'rloo']

/** The rewards that the sliders name `r1` to `rN`. */
function rewardsOf(input: StepInput, given: readonly number[]): readonly number[] {
  return given.map((reward, i) => input[`r${i + 1}`] ?? reward)
}

function barsOf(rewards: readonly number[], rules = RULES): BarsPicture {
  const columns = rules.map((rule) => groupAdvantages(rule, rewards))
  return {
    kind: 'bars',
    caption: 'advantages',
    head: ['reward', ...rules],
    rows: rewards.map((reward, i) => ({ label: letter(i), values: [reward, ...columns.map((column) => (column === null ? null : rounded(at(column, i))))] })),
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const lengthOf = (values: readonly number[]): number => Math.sqrt(sumOf(values.map((value) => value ** 2)) / values.length)

const rewardTable = (rewards: readonly number[]): BarsPicture => ({
  kind: 'bars',
  caption: 'rewards',
  head: ['reward'],
  rows: rewards.map((reward, i) => ({ label: letter(i), values: [reward] })),
})

const ONE_RIGHT = [1, 0, 0, 0]

const sum: StepCode = {
  exhibit: (input) => [rewardTable(rewardsOf(input, ONE_RIGHT))],
  run(input) {
    const rewards = rewardsOf(input, ONE_RIGHT)
    const advantages = groupAdvantages('grpo', rewards)
    const total = advantages === null ? 0 : sumOf(advantages)
    return {
      outcome: Math.abs(total) < 1e-9 ? 'zero' : total > 0 ? 'above' : 'below',
      facts: {
        total: rounded(total),
        best: advantages === null ? 0 : rounded(Math.max(...advantages)),
        worst: advantages === null ? 0 : rounded(Math.min(...advantages)),
        dropped: advantages === null ? 1 : 0,
      },
      pictures: [barsOf(rewards)],
    }
  },
}

const CLOSE = [1, 0.9, 0.9, 0.9]
const FAR = [1, 0, 0, 0]

const spread: StepCode = {
  exhibit: () => [rewardTable(CLOSE), { ...rewardTable(FAR), caption: 'rewards-far' }],
  run() {
    const [close, far] = [groupAdvantages('grpo', CLOSE) ?? [], groupAdvantages('grpo', FAR) ?? []]
    const [plainClose, plainFar] = [groupAdvantages('grpo_no_std', CLOSE) ?? [], groupAdvantages('grpo_no_std', FAR) ?? []]
    const difference = lengthOf(close) - lengthOf(far)
    return {
      outcome: Math.abs(difference) < 1e-6 ? 'same' : difference > 0 ? 'close' : 'far',
      facts: {
        close: rounded(Math.max(...close)),
        far: rounded(Math.max(...far)),
        plainClose: rounded(Math.max(...plainClose)),
        plainFar: rounded(Math.max(...plainFar)),
      },
      pictures: [barsOf(CLOSE, ['grpo', 'grpo_no_std']), { ...barsOf(FAR, ['grpo', 'grpo_no_std']), caption: 'advantages-far' }],
    }
  },
}

const ALL_RIGHT = [1, 1, 1, 1]

const equal: StepCode = {
  exhibit: (input) => [rewardTable(rewardsOf(input, ALL_RIGHT))],
  run(input) {
    const rewards = rewardsOf(input, ALL_RIGHT)
    const dropped = RULES.every((rule) => groupAdvantages(rule, rewards) === null)
    return { outcome: dropped ? 'dropped' : 'up', facts: { dropped: dropped ? 1 : 0 }, pictures: [barsOf(rewards)] }
  },
}

const leaveOneOut: StepCode = {
  exhibit: (input) => [rewardTable(groupOf(input))],
  run(input) {
    const rewards = groupOf(input)
    const [mean, rloo] = [groupAdvantages('grpo_no_std', rewards) ?? [0], groupAdvantages('rloo', rewards) ?? [0]]
    return {
      outcome: rounded(at(rloo, 0) / at(mean, 0)),
      facts: { size: rewards.length, mean: rounded(at(mean, 0)), rloo: rounded(at(rloo, 0)) },
      pictures: [barsOf(rewards, ['grpo_no_std', 'rloo'])],
    }
  },
}

/** One right answer among `size` siblings. */
const groupOf = (input: StepInput): readonly number[] => Array.from({ length: input['size'] ?? 4 }, (_, i) => (i === 0 ? 1 : 0))

/** Two start states: one that everybody solves, one that nobody does. */
const EASY = [1, 1, 1]
const HARD = [0, 0, 0]

const plusPlus: StepCode = {
  exhibit: () => [
    { ...rewardTable(EASY), caption: 'rewards-easy' },
    { ...rewardTable(HARD), caption: 'rewards-hard' },
  ],
  run() {
    const rule: CreditRule = { advantage: 'reinforce_plus_plus', credit: 'episode', gamma: 1, compare: 'group' }
    const whitened = turnAdvantages(
      rule,
      [...EASY, ...HARD].map((total) => ({ total, turns: [total], tokens: [3] })),
    )
    const values = (whitened ?? []).map(([first]) => rounded(first ?? 0))
    const grouped = [groupAdvantages('grpo', EASY), groupAdvantages('grpo', HARD)].filter((one) => one !== null).length
    const easy = values[0] ?? 0
    return {
      outcome: whitened === null ? 'nothing' : easy > 0 ? 'easy-up' : 'easy-down',
      facts: { easy, hard: values[EASY.length] ?? 0, grouped },
      pictures: [
        {
          kind: 'bars',
          caption: 'advantages',
          head: ['reward', 'grpo', 'reinforce_plus_plus'],
          rows: [...EASY, ...HARD].map((reward, i) => ({
            label: `${i < EASY.length ? 'easy' : 'hard'} ${letter(i % EASY.length)}`,
            values: [reward, null, values[i] ?? null],
          })),
        },
      ],
    }
  },
}

export const advantagesCode = { sum, spread, equal, 'leave-one-out': leaveOneOut, 'plus-plus': plusPlus } satisfies Readonly<Record<string, StepCode>>
