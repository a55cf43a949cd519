// Leagues as the page holds them: those that are kept, the one on view with its games and its table, and what the form says of the
// next one. Plain data; the table is computed in a worker.

import type { ErrorData } from '../../src/base/errors.ts'
import type { GridScene } from '../../src/environments/scene.ts'
import type { Standing, Standings, Tally } from '../../src/games/standings.ts'
import type { LeagueGame, LeagueRecord } from '../../src/record/league-record.ts'
import type { GameKey, OpponentId } from './games.ts'

export type { Standing, Standings, Tally }

export interface WallBoard {
  readonly episode: number
  readonly scene: GridScene
}

/** A league's game on a wall, with its entrants by their place in the list. */
export interface LeagueBoard extends WallBoard {
  readonly first: number
  readonly second: number
}

export interface LeagueDraft {
  readonly game: GameKey
  /** Null: the base, and all scripted players. */
  readonly entrants: readonly OpponentId[] | null
  readonly rounds: number
  readonly seed: number
  readonly opening: number
  readonly temperature: number
}

const FIRST_LEAGUE: LeagueDraft = { game: 'gomoku-6', entrants: null, rounds: 20, seed: 1, opening: 2, temperature: 1 }
export const MOST_ROUNDS = 500
/** Games for two that have a board or not; those for more are no league's. */
export const LEAGUE_GAMES: readonly GameKey[] = ['gomoku-6', 'gomoku-9', 'tictactoe', 'kuhn']

export interface LeagueOnView {
  readonly record: LeagueRecord
  readonly games: readonly LeagueGame[]
  readonly roundsDone: number
  readonly standings: Standings | null
  /** The round that is played now, as its boards stand. */
  readonly boards: readonly LeagueBoard[]
  readonly playing: boolean
  /** Set from a press of Pause until the round under way has ended. */
  readonly pausing: boolean
  /** Mean milliseconds of a round of this sitting; null before three of them. */
  readonly pace: number | null
  readonly problem: ErrorData | null
}

export interface LeagueState {
  /** Null until the store was asked. */
  readonly kept: readonly LeagueRecord[] | null
  readonly draft: LeagueDraft
  readonly shown: LeagueOnView | null
  readonly opening: boolean
  readonly problem: ErrorData | null
}

export const NO_LEAGUE: LeagueState = { kept: null, draft: FIRST_LEAGUE, shown: null, opening: false, problem: null }

/** Who stands at 0: the base where it takes part, else chance, else the mean of all. */
export function anchorOf({ entrants }: LeagueRecord): number | null {
  for (const id of ['base', 'script:random']) {
    const place = entrants.findIndex((one) => one.id === id)
    if (place >= 0) return place
  }
  return null
}
