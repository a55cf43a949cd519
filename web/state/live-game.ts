// Which game of a run under way is followed, and how: turn by turn at a pace that a person can follow, and when it has been seen to its
// end, the one that is being played by then. Pure.

import type { LiveGame } from '../../src/record/live-game.ts'
import { isOver } from './run-view.ts'
import type { WorkbenchState } from './workbench.ts'

/** Whether the board follows what is played: nobody has chosen another step, episode or arm, and somebody wants it to. */
export function followsGames({ run, live, selection, place, link, boardFollows }: WorkbenchState): boolean {
  if (run === null || !live || isOver(run.status) || link !== null || !boardFollows) return false
  return selection.step === null && selection.arm === 'policy' && place.episode === null
}

/** Whether what is on the board belongs to a run that goes on: what was left on it by the run before is nothing that can be followed. */
export function canFollow({ run, live, selection, board }: WorkbenchState): boolean {
  if (run === null || !live || isOver(run.status) || selection.arm !== 'policy') return false
  return (board.kind === 'live' || board.kind === 'shown') && board.run === run.id
}

/** Whether a game that is followed no longer stays on the board as far as it had come: before the first step there is no other. */
export function gameStays({ run, board, tokenStep }: Pick<WorkbenchState, 'run' | 'board' | 'tokenStep'>): boolean {
  return board.kind === 'live' && board.run === run?.id && tokenStep === null
}

/** Steps of the environment so far. */
const wavesIn = ({ turns }: LiveGame): number => new Set(turns.map(({ wave }) => wave)).size

export interface ShownGame {
  readonly episode: number
  /** Waves of it that are on view. */
  readonly frame: number
}

/**
 * What comes on view next, of games in the order of their steps: one wave more of the game on view; where all that is known of it has been
 * seen and another one has begun since, the newest. Null: nothing has happened.
 */
export function nextOnView(shown: ShownGame | null, games: readonly LiveGame[]): { readonly game: LiveGame; readonly frame: number } | null {
  const newest = games.at(-1)
  if (newest === undefined) return null
  const current = games.find(({ episode }) => episode === shown?.episode)
  if (shown === null || current === undefined) return { game: newest, frame: Math.min(1, wavesIn(newest)) }
  if (shown.frame < wavesIn(current)) return { game: current, frame: shown.frame + 1 }
  return current === newest ? null : { game: newest, frame: Math.min(1, wavesIn(newest)) }
}
