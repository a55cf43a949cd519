// The environment `choice-v1`: some rounds of a small choice game whose notation and rule are drawn anew for every play.
// The rule is not told; it shows in which answers are right.

import { at } from '../../base/assert.ts'
import { createRng, type Key, type Rng } from '../../base/random.ts'
import { fail, ok } from '../../base/result.ts'
import { type FieldsOf, parseConfig } from '../config.ts'
import type { EnvironmentDefinition, Split } from '../contract.ts'
import { drawFormat, drawQuestion, type Format, type Question, RULES, type Rule } from './format.ts'

export type ChoiceConfig = { readonly rounds: number; readonly rule: Rule | 'drawn' }

export type ChoiceState = {
  readonly format: Format
  readonly rule: Rule
  readonly questions: readonly Question[]
  readonly round: number
  readonly right: number
  /** Whether the last answer was right; null before the first. */
  readonly last: boolean | null
}

export type ChoiceObservation = { readonly text: string; readonly options: readonly string[]; readonly verdict: string; readonly round: number }

const PLAYER = 'player'
const isOver = ({ round, questions }: ChoiceState): boolean => round >= questions.length
/** By part, so that no game of one is met in another: the spaces of notations are too large to be exhausted. */
const SALT: Readonly<Record<Split, number>> = { train: 0, validation: 1, heldOut: 2 }

const FIELDS: FieldsOf<ChoiceConfig> = {
  rounds: { kind: 'integer', title: 'Rounds', help: 'Questions of a game.', default: 4, min: 1, max: 6 },
  rule: {
    kind: 'choice',
    title: 'Rule',
    help: 'What makes an option right; drawn: another rule in every game.',
    default: 'drawn',
    choices: ['drawn', ...RULES],
  },
}

export const choice: EnvironmentDefinition<ChoiceState, string, ChoiceObservation, ChoiceConfig> = {
  spec: {
    id: 'choice-v1',
    title: 'Choices',
    summary: 'A few rounds of choosing among options, in a notation and by a rule that are new in every game.',
    possibleAgents: [PLAYER],
    maxTurns: 6,
    rewardRange: [0, 1],
    illegalAction: { kind: 'lose', reward: 0 },
    config: FIELDS,
  },

  parseConfig: (input) => parseConfig(FIELDS, input),

  init({ rounds, rule }, split, rng) {
    const key: Key = [rng.uint32(), (rng.uint32() & ~3) | SALT[split]]
    return drawGame(rounds, rule, createRng([key[0], key[1] >>> 0]))
  },
  agents: (state) => (isOver(state) ? [] : [PLAYER]),
  turn: (state) => (isOver(state) ? [] : [PLAYER]),
  observe({ format, questions, round, last }) {
    const question = questions[round]
    const verdict = last === null ? '' : last ? format.right : format.wrong
    return { text: question?.text ?? '', options: question?.options ?? [], verdict, round }
  },
  legalActions: (state) => ({ kind: 'list', actions: state.questions[state.round]?.options ?? [] }),

  step(state, actions) {
    const right = at(state.questions, state.round).right.includes(actions[PLAYER] ?? '')
    const next = { ...state, round: state.round + 1, right: state.right + (right ? 1 : 0), last: right }
    return {
      state: next,
      rewards: { [PLAYER]: right ? 1 / state.questions.length : 0 },
      terminated: { [PLAYER]: isOver(next) },
      info: { [PLAYER]: { right, rule: state.rule } },
      metrics: { right: next.right / state.questions.length },
    }
  },

  prompt: ({ text, verdict, round }) => `${round === 0 ? '\n' : verdict === '' ? '' : `${verdict} `}${text}`,
  parse(text, { options }) {
    const option = options.find((known) => text === `${known}\n`)
    return option === undefined ? fail({ reason: 'an answer is one of the options and a newline' }) : ok(option)
  },
  format: (action) => `${action}\n`,
  demonstrate: (state) => at(at(state.questions, state.round).right, 0),
  stopText: '\n',
}

function drawGame(rounds: number, rule: Rule | 'drawn', rng: Rng): ChoiceState {
  const format = drawFormat(rng)
  const drawn = rule === 'drawn' ? at(RULES, rng.integer(RULES.length)) : rule
  return { format, rule: drawn, questions: Array.from({ length: rounds }, () => drawQuestion(format, drawn, rng)), round: 0, right: 0, last: null }
}
