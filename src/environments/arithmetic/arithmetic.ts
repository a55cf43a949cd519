// The environment `arithmetic-v1`: one question, one answer, reward 1 when every character is right, the closing
// newline included. One agent, one turn. The problem set and its split are in problem.ts.

import { fail, ok } from '../../base/result.ts'
import { type FieldsOf, parseConfig } from '../config.ts'
import type { EnvironmentDefinition } from '../contract.ts'
import { type ArithmeticConfig, answerOf, DEFAULT_ARITHMETIC, drawProblem, type Problem, questionOf, readProblem, splitOf } from './problem.ts'

export type ArithmeticState = {
  readonly problem: Problem
  readonly answered: boolean
}

export type ArithmeticObservation = { readonly question: string }

const SOLVER = 'solver'
/** The longest answer that is read: longer than any right one. */
const ANSWER = /^(\d{1,8})\n$/

const FIELDS: FieldsOf<ArithmeticConfig> = {
  digits: {
    kind: 'integer',
    title: 'Digits',
    help: 'The greatest number of digits of an operand. Three digits need 5 tokens an answer.',
    default: DEFAULT_ARITHMETIC.digits,
    min: 1,
    max: 3,
  },
  longShare: {
    kind: 'number',
    title: 'Share of long operands',
    help: 'The share of operands that have all the digits; the rest are shorter.',
    default: DEFAULT_ARITHMETIC.longShare,
    min: 0,
    max: 1,
  },
  operations: {
    kind: 'choice',
    title: 'Operations',
    help: 'Sums, differences, or both. A difference never goes below zero.',
    default: DEFAULT_ARITHMETIC.operations,
    choices: ['add', 'subtract', 'both'],
  },
}

export const arithmetic: EnvironmentDefinition<ArithmeticState, string, ArithmeticObservation, ArithmeticConfig> = {
  spec: {
    id: 'arithmetic-v1',
    title: 'Arithmetic',
    summary: 'Sums and differences, one at a time; an answer counts when every digit and the closing newline are right.',
    possibleAgents: [SOLVER],
    maxTurns: 1,
    rewardRange: [0, 1],
    alphabet: '0123456789',
    illegalAction: { kind: 'lose', reward: 0 },
    config: FIELDS,
  },

  parseConfig: (input) => parseConfig(FIELDS, input),

  init(config, split, rng) {
    return { problem: drawProblem(rng, config, split), answered: false }
  },

  agents: (state) => (state.answered ? [] : [SOLVER]),
  turn: (state) => (state.answered ? [] : [SOLVER]),
  observe: (state) => ({ question: questionOf(state.problem) }),
  legalActions: () => ({ kind: 'any' }),

  step(state, actions) {
    const correct = actions[SOLVER] === String(answerOf(state.problem))
    return {
      state: { ...state, answered: true },
      rewards: { [SOLVER]: correct ? 1 : 0 },
      terminated: { [SOLVER]: true },
      info: { [SOLVER]: { correct, answer: answerOf(state.problem) } },
    }
  },

  prompt: (observation) => `\n${observation.question}`,

  parse(text) {
    const digits = ANSWER.exec(text)?.[1]
    return digits === undefined ? fail({ reason: 'an answer is digits and a newline' }) : ok(digits)
  },

  format: (action) => `${action}\n`,
  readTask(text) {
    const problem = readProblem(text)
    return problem === undefined
      ? fail({ reason: 'a task is two numbers of at most three digits with + or - between them, the first not smaller when it is -' })
      : ok({ problem, answered: false })
  },
  splitOf: (state) => splitOf(state.problem),
  demonstrate: (state) => String(answerOf(state.problem)),
  stopText: '\n',
}
