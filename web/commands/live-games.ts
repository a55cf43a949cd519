// Games of runs under way, as their workers tell of them: the last few of every run, and the one on view, as far as they have
// been played.

import type { LiveGame } from '../../src/record/live-game.ts'
import { workbench } from '../state/workbench.ts'

/** Of the newest: one of them may be about to come on view. */
const KEPT = 4

const games = new Map<string, readonly LiveGame[]>()
/** By run, the episode that was chosen to come on view and is not there yet. */
const coming = new Map<string, number>()

export function hearGames(run: string, told: readonly LiveGame[]): void {
  const known = new Map((games.get(run) ?? []).map((game) => [game.episode, game]))
  for (const game of told) known.set(game.episode, game)
  const { board } = workbench.getState()
  const sorted = [...known.values()].sort((a, b) => a.step - b.step)
  // Games are shown more slowly than they are played: what is not shown yet of the one on view must stay.
  const onView = (episode: number): boolean => board.kind === 'live' && board.run === run && board.episode === episode
  games.set(
    run,
    sorted.filter(({ episode }, place) => place >= sorted.length - KEPT || onView(episode) || coming.get(run) === episode),
  )
}

/** This one is kept, however long it takes to come on view. */
export const awaitGame = (run: string, episode: number): void => void coming.set(run, episode)

/** In the order of their steps. */
export const gamesOf = (run: string): readonly LiveGame[] => games.get(run) ?? []

export function forgetGames(run: string): void {
  games.delete(run)
  coming.delete(run)
}
