// From what the episodes of one comparison earned to the advantage of every turn of each. Four ways for a reward to reach
// turns, four ways to compare; each pair is one line of a formula. Knows numbers alone, no tokens.
//
// Notation: r_t the reward of an episode's own turn t of T, R_t = r_t + gamma · R_{t+1}, R its whole reward.

import { at, unreachable } from '../base/assert.ts'
import type { RunSpec } from '../record/spec.ts'
import { groupAdvantages } from './advantages.ts'
import { type Earned, returnsToGo } from './earned.ts'

export type CreditRule = Pick<RunSpec['objective'], 'advantage' | 'credit' | 'gamma' | 'compare'>

/** By episode, then by own turn; null when the comparison says nothing. */
export function turnAdvantages(rule: CreditRule, episodes: readonly Earned[]): readonly (readonly number[])[] | null {
  if (rule.advantage === 'reinforce_plus_plus') return whitened(rule, episodes)
  switch (rule.credit) {
    case 'episode':
    case 'discounted': {
      const values = groupAdvantages(
        rule.advantage,
        episodes.map(({ total }) => total),
      )
      return values === null ? null : episodes.map(({ turns }, index) => faded(rule, at(values, index), turns.length))
    }
    case 'turn':
      return againstFirst(rule, episodes)
    case 'turn_relative':
      return againstSameTurn(rule, episodes)
    default:
      return unreachable(rule.credit)
  }
}

/** A · gamma^(own turns to the end), or A at every turn. */
const faded = ({ credit, gamma }: CreditRule, advantage: number, turns: number): number[] =>
  Array.from({ length: turns }, (_, turn) => (credit === 'discounted' ? advantage * gamma ** (turns - 1 - turn) : advantage))

/**
 * Per-turn GRPO: (R_t - mean R_0) / std R_0 over the episodes compared; without the division, or against the others' mean
 * alone, as the advantage says.
 */
function againstFirst({ advantage, gamma }: CreditRule, episodes: readonly Earned[]): number[][] | null {
  const returns = episodes.map(({ turns }) => returnsToGo(turns, gamma))
  const firsts = returns.flatMap(([first]) => (first === undefined ? [] : [first]))
  const [one] = firsts
  if (one === undefined || firsts.every((first) => first === one)) return null
  const sum = firsts.reduce((total, first) => total + first, 0)
  const mean = sum / firsts.length
  const spread = Math.sqrt(firsts.reduce((total, first) => total + (first - mean) ** 2, 0) / firsts.length)
  return returns.map((own) => {
    const others = (sum - (own[0] ?? 0)) / (firsts.length - 1)
    return own.map((value) => (advantage === 'grpo' ? (value - mean) / spread : value - (advantage === 'rloo' ? others : mean)))
  })
}

/** R_t against the mean of all episodes at the same turn t; for grpo over the spread of all these differences together. */
function againstSameTurn(rule: CreditRule, episodes: readonly Earned[]): number[][] | null {
  const { differences, counts } = centred(rule, episodes)
  const all = differences.flat()
  if (all.every((difference) => difference === 0)) return null
  const spread = Math.sqrt(all.reduce((sum, difference) => sum + difference ** 2, 0) / all.length)
  const factor = (turn: number): number => {
    if (rule.advantage === 'grpo') return 1 / spread
    const count = at(counts, turn)
    return rule.advantage === 'rloo' && count > 1 ? count / (count - 1) : 1
  }
  return differences.map((own) => own.map((difference, turn) => difference * factor(turn)))
}

/** R_t minus the mean at turn t, and how many episodes have a turn t. */
function centred({ gamma }: CreditRule, episodes: readonly Earned[]): { readonly differences: number[][]; readonly counts: readonly number[] } {
  const returns = episodes.map(({ turns }) => returnsToGo(turns, gamma))
  const turns = Math.max(0, ...returns.map(({ length }) => length))
  const columns = Array.from({ length: turns }, (_, turn) => returns.flatMap((own) => own.slice(turn, turn + 1)))
  const means = columns.map((column) => column.reduce((sum, value) => sum + value, 0) / column.length)
  return { differences: returns.map((own) => own.map((value, turn) => value - at(means, turn))), counts: columns.map(({ length }) => length) }
}

/**
 * REINFORCE++: no group; the return of every token, whitened by mean and standard deviation over all tokens compared (Hu, 2025).
 * The return is R, R faded, or R_t, as the credit says.
 */
function whitened(rule: CreditRule, episodes: readonly Earned[]): number[][] | null {
  const returns = returnsOf(rule, episodes)
  const weights = episodes.map(({ tokens }) => tokens)
  const weigh = (value: (number: number) => number): number =>
    returns.reduce((sum, own, index) => sum + own.reduce((part, number, turn) => part + value(number) * at(at(weights, index), turn), 0), 0)
  const count = weights.flat().reduce((sum, tokens) => sum + tokens, 0)
  const first = returns.flat()[0]
  if (first === undefined || returns.flat().every((number) => number === first)) return null
  const mean = weigh((number) => number) / count
  const spread = Math.sqrt(weigh((number) => (number - mean) ** 2) / count)
  return returns.map((own) => own.map((number) => (number - mean) / spread))
}

function returnsOf(rule: CreditRule, episodes: readonly Earned[]): readonly number[][] {
  if (rule.credit === 'turn_relative') return centred(rule, episodes).differences
  if (rule.credit === 'turn') return episodes.map(({ turns }) => returnsToGo(turns, rule.gamma))
  return episodes.map(({ total, turns }) => faded(rule, total, turns.length))
}
