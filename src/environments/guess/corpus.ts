// The text that a base for guessing is pretrained on: games of players that halve what is left, that guess anything that
// is left, or that forget the replies. The base knows all three habits; which one pays it has to learn.

import { at } from '../../base/assert.ts'
import type { Rng } from '../../base/random.ts'
import { transcripts } from '../transcript.ts'
import { type GuessConfig, type GuessState, guess, possible } from './guess.ts'

/** Of a player's guesses: how many halve what is left, and how many of the others forget the replies. */
export interface Habits {
  readonly halving: number
  readonly forgetful: number
}

export function guessOf(state: Pick<GuessState, 'secret' | 'greatest' | 'said'>, habits: Habits, rng: Rng): number {
  const { from, to } = possible(state)
  if (rng.float() < habits.halving) return Math.floor((from + to) / 2)
  if (rng.float() < habits.forgetful) return 1 + rng.integer(state.greatest)
  return from + rng.integer(to - from + 1)
}

/** Ranges that other settings ask for: half of the games are of the default range, the rest of these. */
const OTHER_RANGES: readonly Omit<GuessConfig, 'reply'>[] = [
  { greatest: 15, guesses: 4 },
  { greatest: 31, guesses: 5 },
  { greatest: 99, guesses: 7 },
]

/** One game. `forgetful`: of the guesses that do not halve what is left, the share that forgets the replies. */
export function guessLine(rng: Rng, forgetful: number): string {
  const range = rng.integer(2) === 0 ? { greatest: 63, guesses: 6 } : at(OTHER_RANGES, rng.integer(OTHER_RANGES.length))
  const reply = rng.integer(5) === 0 ? 'word' : 'range'
  const habits = { halving: 0.8 * rng.float(), forgetful }
  return transcripts(guess, { config: { ...range, reply }, rng, act: (state, _agent, own) => guessOf(state, habits, own) })['guesser'] ?? ''
}
