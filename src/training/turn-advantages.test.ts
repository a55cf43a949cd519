import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ADVANTAGE_NAMES, CREDIT_NAMES } from '../record/spec-fields.ts'
import { dealtTo, type Earned, returnsToGo } from './earned.ts'
import { type CreditRule, turnAdvantages } from './turn-advantages.ts'

const rule = (changes: Partial<CreditRule>): CreditRule => ({ advantage: 'grpo', credit: 'episode', gamma: 1, compare: 'group', ...changes })
const earned = (turns: readonly number[], tokens: readonly number[] = turns.map(() => 1)): Earned => ({
  total: turns.reduce((sum, reward) => sum + reward, 0),
  turns,
  tokens,
})
const close = (found: readonly (readonly number[])[] | null, expected: readonly (readonly number[])[]): void => {
  expect(found?.map((own) => own.length)).toEqual(expected.map((own) => own.length))
  for (const [i, own] of expected.entries()) for (const [j, value] of own.entries()) expect(found?.[i]?.[j]).toBeCloseTo(value, 12)
}
const episodes = fc.array(
  fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 5 }).map((turns) =>
    earned(
      turns.map(([reward]) => reward),
      turns.map(([, tokens]) => tokens),
    ),
  ),
  { minLength: 2, maxLength: 6 },
)

describe('returns to go', () => {
  it('add what follows, discounted by turn', () => {
    expect(returnsToGo([1, 0, 2], 0.5)).toEqual([1.5, 1, 2])
    expect(returnsToGo([], 0.5)).toEqual([])
  })
})

describe('credit by turn', () => {
  it('episode: every turn has the advantage of the whole; discounted: it fades with own turns to the end', () => {
    const list = [earned([0, 0, 1]), earned([0])]
    close(turnAdvantages(rule({}), list), [[1, 1, 1], [-1]])
    close(turnAdvantages(rule({ credit: 'discounted', gamma: 0.5 }), list), [[0.25, 0.5, 1], [-1]])
  })

  it('turn: the return of a turn against mean and spread of the first returns', () => {
    // First returns 2 and 0: mean 1, spread 1.
    close(turnAdvantages(rule({ credit: 'turn' }), [earned([1, 1]), earned([0, 0])]), [
      [1, 0],
      [-1, -1],
    ])
    close(turnAdvantages(rule({ credit: 'turn', advantage: 'grpo_no_std', gamma: 0.5 }), [earned([0, 4]), earned([0, 0])]), [
      [1, 3],
      [-1, -1],
    ])
    close(turnAdvantages(rule({ credit: 'turn', advantage: 'rloo' }), [earned([3]), earned([0]), earned([0])]), [[3], [-1.5], [-1.5]])
  })

  it('turn_relative: a turn is compared with the same turn of the others, over the spread of all', () => {
    const list = [earned([1, 0]), earned([0, 0]), earned([0, 3])]
    // Returns at gamma 0: turn 0 has 1, 0, 0, turn 1 has 0, 0, 3.
    const expected = [
      [2 / 3, -1],
      [-1 / 3, -1],
      [-1 / 3, 2],
    ]
    close(turnAdvantages(rule({ credit: 'turn_relative', gamma: 0, advantage: 'grpo_no_std' }), list), expected)
    const spread = Math.sqrt(expected.flat().reduce((sum, value) => sum + value ** 2, 0) / 6)
    close(
      turnAdvantages(rule({ credit: 'turn_relative', gamma: 0 }), list),
      expected.map((own) => own.map((value) => value / spread)),
    )
  })

  it('reinforce_plus_plus: white over all tokens, however they are cut into turns and episodes', () => {
    fc.assert(
      fc.property(episodes, fc.constantFrom(...CREDIT_NAMES), fc.constantFrom(0, 0.5, 1), (list, credit, gamma) => {
        const values = turnAdvantages(rule({ advantage: 'reinforce_plus_plus', credit, gamma }), list)
        if (values === null) return
        const tokens = list.flatMap((one, i) => one.tokens.flatMap((count, turn) => Array.from({ length: count }, () => values[i]?.[turn] ?? Number.NaN)))
        const mean = tokens.reduce((sum, value) => sum + value, 0) / tokens.length
        expect(mean).toBeCloseTo(0, 9)
        expect(tokens.reduce((sum, value) => sum + value * value, 0) / tokens.length).toBeCloseTo(1, 9)
      }),
    )
  })

  it.each(ADVANTAGE_NAMES.flatMap((advantage) => CREDIT_NAMES.map((credit) => [advantage, credit] as const)))(
    '%s with %s: of one turn a game, more reward is never less advantage, and the whole sums to nothing',
    (advantage, credit) => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 2, maxLength: 8 }), (rewards) => {
          const values = turnAdvantages(
            rule({ advantage, credit, gamma: 0.5 }),
            rewards.map((reward) => earned([reward])),
          )
          if (values === null) expect(new Set(rewards).size).toBe(1)
          else {
            const flat = values.flat()
            expect(flat.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 9)
            for (const [i, a] of rewards.entries()) for (const [j, b] of rewards.entries()) if (a > b) expect(flat[i]).toBeGreaterThan(flat[j] ?? Number.NaN)
          }
        }),
      )
    },
  )

  it('rewards that differ nowhere say nothing', () => {
    for (const advantage of ADVANTAGE_NAMES)
      for (const credit of ['episode', 'turn', 'turn_relative'] as const) {
        expect(turnAdvantages(rule({ advantage, credit, gamma: 0 }), [earned([2]), earned([2])])).toBeNull()
      }
  })
})

describe('rewards dealt to another episode', () => {
  it('keep their sum whatever its length', () => {
    fc.assert(
      fc.property(episodes, ([one, other]) => {
        if (one === undefined || other === undefined) return
        const dealt = dealtTo(one, other)
        expect(dealt.turns.length).toBe(other.turns.length)
        expect(dealt.turns.reduce((sum, reward) => sum + reward, 0)).toBeCloseTo(one.total, 9)
        expect([dealt.total, dealt.tokens]).toEqual([one.total, other.tokens])
      }),
    )
  })
})
