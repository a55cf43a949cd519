// The environment `calculator-v1`: a question that is too hard to answer by heart, and a tool. A line that ends in `=`
// is a call, and what it gives comes back as an observation; a line of digits is the answer, and ends the play.
//
//   task 17*45+12:17*45=          the agent calls
//   765:765+12=                   the tool's result is read, and the agent calls again
//   777:777                       the answer

import { fail, ok } from '../../base/result.ts'
import { type FieldsOf, parseConfig } from '../config.ts'
import type { EnvironmentDefinition } from '../contract.ts'
import { answerOf, type CalculatorProblem, drawProblem, questionOf, readProblem, splitOf } from './problem.ts'

export type CalculatorConfig = {
  /** Calls that the shortest way needs: 1 or 2. */
  readonly steps: number
  readonly calls: number
  readonly callCost: number
}

export type CalculatorState = {
  readonly problem: CalculatorProblem
  readonly callsLeft: number
  readonly callCost: number
  /** What the tool gave, call by call. */
  readonly results: readonly number[]
  readonly answer: string | null
  readonly over: boolean
}

export type CalculatorObservation = { readonly question: string; readonly result: number | null }

const SOLVER = 'solver'
const CALL = /^(\d{1,6})([+\-*])(\d{1,6})=$/
const ANSWER = /^\d{1,8}$/

/** What the tool gives for a call; null for a text that is none. */
export function calculate(call: string): number | null {
  const [, a, op, b] = CALL.exec(call) ?? []
  if (a === undefined || b === undefined) return null
  const [x, y] = [Number(a), Number(b)]
  return op === '*' ? x * y : op === '+' ? x + y : x - y
}

/** The next line of the shortest way. */
export function nextLine({ problem: { a, b, op, c }, results }: Pick<CalculatorState, 'problem' | 'results'>): string {
  const last = results.at(-1)
  if (last === undefined || !results.includes(a * b)) return `${a}*${b}=`
  if (op === null) return String(a * b)
  return last === answerOf({ a, b, op, c }) ? String(last) : `${a * b}${op}${c}=`
}

const FIELDS: FieldsOf<CalculatorConfig> = {
  steps: { kind: 'integer', title: 'Steps', help: 'Calls that the shortest way needs.', default: 2, min: 1, max: 2 },
  calls: { kind: 'integer', title: 'Calls', help: 'So many calls are answered; one more ends the play without reward.', default: 4, min: 1, max: 8 },
  callCost: { kind: 'number', title: 'Cost of a call', help: 'Taken from the reward for every call.', default: 0, min: 0, max: 0.1 },
}

export const calculator: EnvironmentDefinition<CalculatorState, string, CalculatorObservation, CalculatorConfig> = {
  spec: {
    id: 'calculator-v1',
    title: 'Calculator',
    summary: 'Products too large to know by heart, and a calculator that answers when it is asked: the tool has to be used, and its result read.',
    possibleAgents: [SOLVER],
    maxTurns: 9,
    rewardRange: [-1, 1],
    alphabet: '0123456789+-*=',
    illegalAction: { kind: 'lose', reward: 0 },
    config: FIELDS,
  },

  parseConfig: (input) => parseConfig(FIELDS, input),

  init: ({ steps, calls, callCost }, split, rng) => begin(drawProblem(rng, steps, split), { calls, callCost }),
  agents: (state) => (state.over ? [] : [SOLVER]),
  turn: (state) => (state.over ? [] : [SOLVER]),
  observe: ({ problem, results }) => ({ question: questionOf(problem), result: results.at(-1) ?? null }),
  legalActions: () => ({ kind: 'any' }),

  step(state, actions) {
    const line = actions[SOLVER] ?? ''
    const result = calculate(line)
    const answered = result === null
    const right = answered && line === String(answerOf(state.problem))
    const over = answered || state.callsLeft === 0
    const results = over || answered ? state.results : [...state.results, result]
    return {
      state: { ...state, results, callsLeft: over ? state.callsLeft : state.callsLeft - 1, answer: answered ? line : null, over },
      rewards: { [SOLVER]: right ? 1 : over ? 0 : 0 - state.callCost },
      terminated: { [SOLVER]: over },
      info: { [SOLVER]: answered ? { right, answer: answerOf(state.problem) } : { result: over ? null : result } },
      metrics: { right: right ? 1 : 0, calls: results.length },
    }
  },

  prompt: ({ question, result }) => (result === null ? `\ntask ${question}:` : `${result}:`),
  parse(text) {
    const line = text.endsWith('\n') ? text.slice(0, -1) : ''
    return CALL.test(line) || ANSWER.test(line) ? ok(line) : fail({ reason: 'a line is a call such as 17*45= or an answer of digits' })
  },
  format: (action) => `${action}\n`,
  demonstrate: (state) => nextLine(state),
  accountRewards(before, after) {
    if (after.answer !== null) return { [SOLVER]: after.answer === String(answerOf(after.problem)) ? 1 : 0 }
    return { [SOLVER]: after.over ? 0 : 0 - before.callCost }
  },
  readTask(text) {
    const problem = readProblem(text)
    return problem === undefined
      ? fail({ reason: 'a task is a product of two two-digit numbers, with or without a number that is added or taken away' })
      : ok(begin(problem, { calls: 4, callCost: 0 }))
  },
  splitOf: (state) => splitOf(state.problem),
  stopText: '\n',
}

function begin(problem: CalculatorProblem, { calls, callCost }: Pick<CalculatorConfig, 'calls' | 'callCost'>): CalculatorState {
  return { problem, callsLeft: calls, callCost, results: [], answer: null, over: false }
}
