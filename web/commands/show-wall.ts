// The wall of small boards: asks for the last positions of the step on view, or of a league's round, and opens one of them.

import { toErrorData } from '../../src/base/errors.ts'
import { unwrap } from '../../src/base/result.ts'
import { turnsOfArm } from '../../src/record/events.ts'
import type { LeagueGame } from '../../src/record/league-record.ts'
import { decodeTurns } from '../../src/record/turn-blob.ts'
import { boardEpisodes } from '../state/board.ts'
import type { WallSource, WallState } from '../state/wall.ts'
import { workbench } from '../state/workbench.ts'
import { selectTab, selectTurn } from './navigate.ts'
import { readingWorker } from './play-league.ts'
import { heldBack, replayWorker } from './show-board.ts'
import { bytesOf } from './show-tokens.ts'

let request = 0

const set = (change: Partial<WallState>): void => workbench.setState({ wall: { ...workbench.getState().wall, ...change } })

export const chooseWall = (source: WallSource): void => set({ source, game: null, problem: null })
export const chooseRound = (round: number | null): void => set({ round, game: null })

/** The step on view, as its games ended. Only the last of several requests counts. */
export async function readStepWall(): Promise<void> {
  const mine = ++request
  const { run, tokenStep, wall } = workbench.getState()
  const spec = run?.spec ?? null
  if (run === null || spec === null || tokenStep === null || heldBack(spec)) return set({ step: null })
  const { step, arm } = tokenStep
  if (wall.step !== null && wall.step.run === run.id && wall.step.step === step && arm === 'policy') return
  try {
    const bytes = await bytesOf(run.id, turnsOfArm(arm), step)
    if (mine !== request) return
    if (bytes === undefined) return set({ step: null })
    const turns = unwrap(decodeTurns(bytes))
    const boards = await (await replayWorker(spec, step)).ask((remote) => remote.lastBoards({ spec, step, turns: turns.turns }))
    const rewards = Object.fromEntries(boardEpisodes(turns).map(({ episode, rewards: earned }) => [episode, earned]))
    if (mine === request) set({ step: boards.length === 0 ? null : { run: run.id, step, boards, rewards }, problem: null })
  } catch (thrown) {
    if (mine === request) set({ step: null, problem: toErrorData(thrown) })
  }
}

/** Last positions of these games of the league on view. */
export async function readLeagueWall(games: readonly LeagueGame[]): Promise<void> {
  const { shown } = workbench.getState().league
  if (shown === null) return
  const { environment, seed } = shown.record
  try {
    const leagueBoards = await readingWorker().ask((remote) => remote.boards({ environment, seed }, games))
    if (workbench.getState().league.shown?.record.id === shown.record.id) set({ leagueBoards })
  } catch (thrown) {
    set({ problem: toErrorData(thrown) })
  }
}

/** The episode's tokens, with its board beside them. */
export function openEpisode(step: StepWallPlace, episode: number): void {
  const place = step.boards.findIndex((one) => one.episode === episode)
  workbench.setState({ boardPlace: Math.max(0, place) })
  selectTurn(step.step, episode, null)
  selectTab('tokens')
}

type StepWallPlace = NonNullable<WallState['step']>

export async function openLeagueGame(game: LeagueGame): Promise<void> {
  const { shown } = workbench.getState().league
  if (shown === null) return
  const { record } = shown
  try {
    const frames = await readingWorker().ask((remote) => remote.frames({ environment: record.environment, seed: record.seed }, game))
    set({ game: { record, game, frames, frame: Math.max(0, frames.length - 1) }, problem: null })
  } catch (thrown) {
    set({ problem: toErrorData(thrown) })
  }
}

export function stepLeagueGame(frame: number): void {
  const { game } = workbench.getState().wall
  if (game !== null) set({ game: { ...game, frame: Math.max(0, Math.min(game.frames.length - 1, frame)) } })
}

export const closeLeagueGame = (): void => set({ game: null })
