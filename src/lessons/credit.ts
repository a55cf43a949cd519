// The lesson of credit over turns: what siblings earned, turn by turn, and which turns each way of crediting praises or blames. The
// functions are those that a run credits with.

import { at } from '../base/assert.ts'
import type { CreditName } from '../record/spec.ts'
import type { Earned } from '../training/earned.ts'
import { turnAdvantages } from '../training/turn-advantages.ts'
import { letter, rounded } from './pictures.ts'
import type { BarsPicture, StepCode } from './step-code.ts'
import { ahead, rewardCurves, tailsOf, trainShortly } from './train.ts'

/** By sibling, then by turn. B earns with its second turn, and plays a third one that earns nothing. */
const REWARDS: readonly (readonly number[])[] = [
  [0, 0, 0],
  [0, 1, 0],
  [0, 0, 0],
  [0, 0, 0],
]
const B = 1

const TURNS = ['turn 1', 'turn 2', 'turn 3'] as const

const earned = (rewards: readonly (readonly number[])[]): readonly Earned[] =>
  rewards.map((turns) => ({ total: turns.reduce((sum, reward) => sum + reward, 0), turns, tokens: turns.map(() => 3) }))

function credited(credit: CreditName, gamma: number, rewards = REWARDS): readonly (readonly number[])[] {
  return turnAdvantages({ advantage: 'grpo_no_std', credit, gamma, compare: 'group' }, earned(rewards)) ?? rewards.map((turns) => turns.map(() => 0))
}

const picture = (caption: string, rows: readonly (readonly number[])[]): BarsPicture => ({
  kind: 'bars',
  caption,
  head: TURNS,
  rows: rows.map((values, i) => ({ label: letter(i), values: values.map(rounded) })),
})

/** Which of B's turns are praised: their numbers, in words that the page knows. */
function praised(turns: readonly number[]): string {
  const above = turns.flatMap((value, turn) => (value > 0 ? [turn + 1] : []))
  return above.length === 3 ? 'all' : above.join('-')
}

const asks = (credit: CreditName, gamma: number): StepCode => ({
  exhibit: () => [picture('turn-rewards', REWARDS)],
  run(input) {
    const values = credited(credit, input['gamma'] ?? gamma)
    const turns = at(values, B)
    return {
      outcome: praised(turns),
      facts: {
        first: rounded(at(turns, 0)),
        second: rounded(at(turns, 1)),
        third: rounded(at(turns, 2)),
        others: rounded(at(at(values, 0), 0)),
        gamma: input['gamma'] ?? gamma,
      },
      pictures: [picture(`credit-${credit}`, values)],
    }
  },
})

const fading: StepCode = {
  exhibit: () => [picture('turn-rewards', REWARDS)],
  run(input) {
    const gamma = input['gamma'] ?? 0.5
    const values = credited('discounted', gamma)
    const [first, last] = [at(at(values, B), 0), at(at(values, B), 2)]
    return {
      outcome: rounded(last === 0 ? 0 : first / last),
      facts: { gamma, first: rounded(first), last: rounded(last) },
      pictures: [picture('credit-discounted', values)],
    }
  },
}

/** A throws away a sure reward with its first turn, B loses nothing; both are lucky or not at the end. */
const LUCKY: readonly (readonly number[])[] = [
  [-1, 0, 2],
  [0, 0, 0],
  [0, 0, 0],
  [0, 0, 2],
]

const luck: StepCode = {
  exhibit: () => [picture('turn-rewards', LUCKY)],
  run() {
    const rules = ['episode', 'turn', 'turn_relative'] as const
    const values = rules.map((rule) => credited(rule, rule === 'episode' ? 1 : 0, LUCKY))
    const blamed = rules.filter((_, i) => at(at(at(values, i), 0), 0) < 0)
    return {
      outcome: blamed.includes('episode') ? 'episode' : blamed.length > 0 ? 'turn' : 'none',
      facts: { episode: rounded(at(at(at(values, 0), 0), 0)), turn: rounded(at(at(at(values, 1), 0), 0)), relative: rounded(at(at(at(values, 2), 0), 0)) },
      pictures: rules.map((rule, i) => picture(`credit-${rule}`, at(values, i))),
    }
  },
}

/** Three agents that walk for ten turns: rewards come at single turns. */
const HARVEST = {
  preset: 'harvest-3',
  steps: 14,
  controls: [],
  evaluation: { problems: 1, every: 14 },
} as const
/** Games a step, times agents. */
const EPISODES = 2 * 8 * 3

const train: StepCode = {
  async run(_input, tools) {
    const run = (credit: CreditName) =>
      tools.once(`credit ${credit}`, () =>
        trainShortly(tools, `credit-${credit}`, { ...HARVEST, objective: { credit, gamma: credit === 'episode' ? 1 : 0.5 } }),
      )
    const [whole, turns] = [await run('episode'), await run('turn_relative')]
    const found = tailsOf(whole, turns, EPISODES)
    const verdict = ahead(found)
    return {
      outcome: verdict === 'second' ? 'turn' : verdict === 'first' ? 'episode' : 'same',
      facts: {
        first: rounded(whole.metrics[0]?.metrics.rewardMean ?? 0),
        episode: rounded(found.first),
        turn: rounded(found.last),
        halfWidth: rounded(found.halfWidth),
        steps: whole.steps,
        engine: whole.engine,
      },
      pictures: [
        rewardCurves('training', [
          ['credit-episode', whole],
          ['credit-turn_relative', turns],
        ]),
      ],
    }
  },
}

export const creditCode = { whole: asks('episode', 1), 'to-go': asks('turn', 1), relative: asks('turn_relative', 0), fading, luck, train } satisfies Readonly<
  Record<string, StepCode>
>
