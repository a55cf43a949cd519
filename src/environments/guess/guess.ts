// The environment `guess-v1`: find a number by trial; every reply says too low or too high, in a word or by the numbers
// that are left. Halving finds the most numbers, so that how well an agent does has an exact bound (`share`: found, divided
// by what halving finds).

import { fail, ok } from '../../base/result.ts'
import { type FieldsOf, parseConfig } from '../config.ts'
import type { EnvironmentDefinition } from '../contract.ts'

export type GuessConfig = {
  /** The number lies between 1 and this. */
  readonly greatest: number
  readonly guesses: number
  /** `range` spells out what is left after a guess, `word` says low or high and leaves it to the agent to remember. */
  readonly reply: 'range' | 'word'
}

export type GuessState = {
  readonly secret: number
  readonly greatest: number
  readonly guesses: number
  readonly reply: GuessConfig['reply']
  readonly said: readonly number[]
}

export type GuessObservation = {
  readonly greatest: number
  /** Null before the first guess. */
  readonly reply: string | null
}

const GUESSER = 'guesser'
const GREATEST = 255

/** The numbers from which every reply so far would have come. */
export function possible({ secret, greatest, said }: Pick<GuessState, 'secret' | 'greatest' | 'said'>): { readonly from: number; readonly to: number } {
  const from = Math.max(1, ...said.filter((guess) => guess < secret).map((guess) => guess + 1))
  const to = Math.min(greatest, ...said.filter((guess) => guess > secret).map((guess) => guess - 1))
  return { from, to }
}

/** The share of the numbers 1 … greatest that no strategy beats with so many guesses: each guess can settle one number and halve the rest. */
export const halvingBound = (greatest: number, guesses: number): number => Math.min(1, (2 ** guesses - 1) / greatest)

const found = ({ said, secret }: GuessState): boolean => said.at(-1) === secret
const over = (state: GuessState): boolean => found(state) || state.said.length >= state.guesses

const FIELDS: FieldsOf<GuessConfig> = {
  greatest: { kind: 'integer', title: 'Greatest number', help: 'The number lies between 1 and this.', default: 63, min: 2, max: GREATEST },
  guesses: { kind: 'integer', title: 'Guesses', help: 'With 6 guesses halving finds every number up to 63.', default: 6, min: 1, max: 10 },
  reply: {
    kind: 'choice',
    title: 'Replies',
    help: 'range: the numbers that are left. word: low or high, and the agent has to remember the rest.',
    default: 'range',
    choices: ['range', 'word'],
  },
}

export const guess: EnvironmentDefinition<GuessState, number, GuessObservation, GuessConfig> = {
  spec: {
    id: 'guess-v1',
    title: 'Guess the number',
    summary: 'A hidden number, found by guesses that are answered with low or high; halving what is left is the best there is.',
    possibleAgents: [GUESSER],
    maxTurns: 10,
    rewardRange: [0, 1],
    alphabet: '0123456789',
    illegalAction: { kind: 'lose', reward: 0 },
    config: FIELDS,
  },

  parseConfig: (input) => parseConfig(FIELDS, input),

  // The same numbers are asked for in every part: a strategy that finds some of them only is none.
  init: ({ greatest, guesses, reply }, _split, rng) => ({ secret: 1 + rng.integer(greatest), greatest, guesses, reply, said: [] }),
  agents: (state) => (over(state) ? [] : [GUESSER]),
  turn: (state) => (over(state) ? [] : [GUESSER]),
  observe(state) {
    const { secret, greatest, said } = state
    const last = said.at(-1)
    if (last === undefined) return { greatest, reply: null }
    if (state.reply === 'word') return { greatest, reply: last < secret ? 'low' : last > secret ? 'high' : 'right' }
    const { from, to } = possible(state)
    return { greatest, reply: `${from}-${to}` }
  },
  legalActions: ({ greatest }) => ({ kind: 'list', actions: Array.from({ length: greatest }, (_, i) => i + 1) }),

  step(state, actions) {
    const next = { ...state, said: [...state.said, actions[GUESSER] ?? 0] }
    const right = found(next)
    return {
      state: next,
      rewards: { [GUESSER]: right ? 1 : 0 },
      terminated: { [GUESSER]: over(next) },
      info: { [GUESSER]: { found: right } },
      metrics: { found: right ? 1 : 0, share: right ? 1 / halvingBound(state.greatest, state.guesses) : 0, guesses: next.said.length },
    }
  },

  prompt: ({ greatest, reply }) => (reply === null ? `\nguess 1-${greatest}:` : `${reply}:`),
  parse(text) {
    const digits = /^([1-9]\d{0,2})\n$/.exec(text)?.[1]
    return digits === undefined ? fail({ reason: 'a guess is a number and a newline' }) : ok(Number(digits))
  },
  format: (action) => `${action}\n`,
  demonstrate(state) {
    const { from, to } = possible(state)
    return Math.floor((from + to) / 2)
  },
  redrawHidden(state, _agent, rng) {
    if (over(state)) return state
    const { from, to } = possible(state)
    return { ...state, secret: from + rng.integer(to - from + 1) }
  },
  accountRewards: (_before, after) => ({ [GUESSER]: found(after) ? 1 : 0 }),
  /** The number that is to be found. */
  readTask(text) {
    const secret = Number(/^\s*(\d{1,3})\s*$/.exec(text)?.[1] ?? Number.NaN)
    const { greatest } = DEFAULTS
    return secret >= 1 && secret <= greatest ? ok({ ...DEFAULTS, secret, said: [] }) : fail({ reason: `a task is the number to find, 1 to ${greatest}` })
  },
  stopText: '\n',
}

const DEFAULTS: GuessConfig = { greatest: 63, guesses: 6, reply: 'range' }
