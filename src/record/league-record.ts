// A league as it is kept: what all its games have in common, who takes part, and round after round what was played. With the seed a
// game's moves are enough to see it again. Types only.

import type { Json } from '../base/json.ts'

export type LeagueOutcome = 'first' | 'second' | 'draw' | 'void'

export interface LeagueGame {
  readonly round: number
  /** Its number in the league: with the seed it decides its chances. */
  readonly episode: number
  /** Entrants by their place in the list: who plays the environment's first agent, and who its second. */
  readonly first: number
  readonly second: number
  readonly outcome: LeagueOutcome
  /** Who acted and what was written, in order, without the text that ends an action. */
  readonly moves: readonly (readonly [agent: string, text: string])[]
}

export interface LeagueEntrant {
  /** `base`, `script:rules-30`, `policy:NAME`. */
  readonly id: string
  readonly name: string
  /** Of a policy: the address of the checkpoint that plays, whatever its name points to later. */
  readonly hash: string | null
}

export interface LeagueRecord {
  readonly id: string
  /** Milliseconds since 1970, for the list. */
  readonly created: number
  /** What the game is called in the page. */
  readonly game: string
  readonly environment: { readonly id: string; readonly config: Json }
  readonly base: string
  readonly seed: number
  readonly temperature: number
  readonly actionMask: boolean
  /** Rounds that are to be played: in each every pair meets twice. */
  readonly rounds: number
  readonly entrants: readonly LeagueEntrant[]
}

export interface LeagueRound {
  readonly league: string
  readonly round: number
  readonly games: readonly LeagueGame[]
}
