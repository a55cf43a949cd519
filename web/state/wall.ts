// A wall of many small boards: the episodes of a step, or the games of a league's round, each with how it ended. Plain data.

import type { ErrorData } from '../../src/base/errors.ts'
import type { GridScene } from '../../src/environments/scene.ts'
import type { LeagueGame, LeagueRecord } from '../../src/record/league-record.ts'
import type { WallBoard } from './league.ts'

/** What the wall shows: the step on view of the run on view, or the league on view. */
export type WallSource = 'run' | 'league'

export interface StepWall {
  readonly run: string
  readonly step: number
  readonly boards: readonly WallBoard[]
  /** By episode, what every agent earned. */
  readonly rewards: Readonly<Record<number, Readonly<Record<string, number>>>>
}

/** One league game, stepped through. */
export interface GameOnView {
  readonly record: LeagueRecord
  readonly game: LeagueGame
  readonly frames: readonly GridScene[]
  readonly frame: number
}

export interface WallState {
  /** Null: whatever there is, a league that plays first. */
  readonly source: WallSource | null
  readonly step: StepWall | null
  /** Of a league's games, by episode; those that were looked at. */
  readonly leagueBoards: readonly WallBoard[]
  /** Which round of the league; null: the newest. */
  readonly round: number | null
  readonly game: GameOnView | null
  readonly problem: ErrorData | null
}

export const NO_WALL: WallState = { source: null, step: null, leagueBoards: [], round: null, game: null, problem: null }
