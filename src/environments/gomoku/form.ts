// What a form of a game of lines is: how a policy is told about it, and how it writes moves. Every form tells what is
// new since the agent's last move, and no more: an episode is one growing text.

import type { Result } from '../../base/result.ts'
import type { ParseFailure } from '../contract.ts'

/** X begins. */
export const SIDES = ['X', 'O'] as const
export type Side = (typeof SIDES)[number]

export type GameObservation = {
  readonly size: number
  readonly inLine: number
  readonly you: Side
  /** All moves so far as the rules know them: `c4` by X, `C4` by O. */
  readonly moves: readonly string[]
  /** Before the agent's first move. */
  readonly first: boolean
}

export interface GameForm {
  readonly name: 'list' | 'board'
  readonly stopText: string
  prompt(observation: GameObservation): string
  format(move: string): string
  parse(text: string, observation: GameObservation): Result<string, ParseFailure>
}
