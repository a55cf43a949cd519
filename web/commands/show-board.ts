// The board of the episode on view: asks the replay worker for the states of a recorded game. The worker lives as long as the
// board is looked at.

import { transfer } from 'comlink'
import { toErrorData } from '../../src/base/errors.ts'
import { unwrap } from '../../src/base/result.ts'
import { sourceAt } from '../../src/record/environment-versions.ts'
import { turnsOfArm } from '../../src/record/events.ts'
import { isAuthored } from '../../src/record/is-authored.ts'
import type { RunSpec } from '../../src/record/spec.ts'
import { decodeTurns } from '../../src/record/turn-blob.ts'
import type { ReplayWorkerApi } from '../../src/workers/replay-api.ts'
import { type BoardState, boardEpisodes, frameOfTurn, nearestFrame } from '../state/board.ts'
import { followsGames, gameStays } from '../state/live-game.ts'
import { workbench } from '../state/workbench.ts'
import { sourceOfHash } from './authored-sources.ts'
import { dataSetNamed, dataSetOf } from './data-sets.ts'
import { selectTurn } from './navigate.ts'
import { type AuthoredSandbox, openSandbox } from './sandbox.ts'
import { bytesOf } from './show-tokens.ts'
import { holdWorker, type WorkerHandle } from './worker-handle.ts'

let held: WorkerHandle<ReplayWorkerApi> | null = null
/** The hash of the problems that the worker was given. */
let knows: string | null = null
/** The authored source that the worker was given. */
let knowsSource: { readonly hash: string; readonly sandbox: AuthoredSandbox } | null = null
let request = 0
/** Environments that were found to have no board: they are not asked for again. */
const boardless = new Set<string>()

/**
 * Brings the chosen episode of the step on view to the board, at the turn of the clock or as it ended. Only the last of several requests counts.
 * A game that is followed stays, and so does one that no longer is until a step is recorded.
 */
export async function showBoard(): Promise<void> {
  const mine = ++request
  if (isFollowed()) return
  try {
    const board = await readBoard()
    if (mine === request && !isFollowed() && !(board.kind === 'none' && gameStays(workbench.getState()))) workbench.setState({ board })
  } catch (thrown) {
    if (mine === request) workbench.setState({ board: { kind: 'failed', error: toErrorData(thrown) } })
  }
}

function isFollowed(): boolean {
  const state = workbench.getState()
  return state.board.kind === 'live' && state.board.run === state.run?.id && followsGames(state)
}

/** Behind the preview of a link nothing that somebody wrote is run, not even what this browser has kept. */
export const heldBack = (spec: RunSpec): boolean => isAuthored(spec) && workbench.getState().link !== null

const rulesOf = (spec: RunSpec, step: number): string => `${spec.environment.id} ${sourceAt(spec, step)}`

async function readBoard(): Promise<BoardState> {
  const { run, tokenStep, boardPlace, place: clock } = workbench.getState()
  const spec = run?.spec ?? null
  if (run === null || spec === null || tokenStep === null || heldBack(spec)) return { kind: 'none' }
  const { step, arm } = tokenStep
  if (boardless.has(rulesOf(spec, step))) return { kind: 'none' }
  const bytes = await bytesOf(run.id, turnsOfArm(arm), step)
  if (bytes === undefined) return { kind: 'none' }
  const turns = unwrap(decodeTurns(bytes))
  const episodes = boardEpisodes(turns)
  const named = episodes.findIndex((one) => one.episode === clock.episode)
  const place = named < 0 ? Math.min(boardPlace, episodes.length - 1) : named
  const episode = episodes[place]?.episode
  if (episode === undefined) return { kind: 'none' }
  const worker = await replayWorker(spec, step)
  const own = turns.turns.filter((turn) => turn.episode === episode)
  const replay = await worker.ask((remote) => remote.replay({ spec, step, episode, turns: own }))
  if (replay === null) {
    boardless.add(rulesOf(spec, step))
    return { kind: 'none' }
  }
  return { kind: 'shown', run: run.id, step, episodes, place, replay, frame: frameOfTurn(replay, named < 0 ? null : clock.turn) }
}

/** Where the step played an authored source, the worker gets a sandbox of its own for it. */
async function letKnowSource(worker: WorkerHandle<ReplayWorkerApi>, spec: RunSpec, step: number): Promise<void> {
  const hash = sourceAt(spec, step)
  if (hash === '' || hash === knowsSource?.hash) return
  const source = await sourceOfHash(hash)
  if (source === null) return
  const sandbox = await openSandbox(source)
  knowsSource?.sandbox.dispose()
  knowsSource = { hash, sandbox }
  const port = sandbox.connect()
  await worker.ask((remote) => remote.knowSource(spec, transfer({ source, sandbox: port }, [port])))
}

function forgetSource(): void {
  knowsSource?.sandbox.dispose()
  knowsSource = null
}

/** Lives as long as something is looked at; knows the problems that the run plays, where it plays a file's. */
export async function replayWorker(spec: RunSpec, step: number): Promise<WorkerHandle<ReplayWorkerApi>> {
  if (held === null || held.dead !== null) {
    const worker = new Worker(new URL('../../src/workers/replay.worker.ts', import.meta.url), { type: 'module', name: 'replay' })
    held = holdWorker<ReplayWorkerApi>('replay', worker)
    knows = null
    forgetSource()
  }
  const mine = held
  await letKnowSource(mine, spec, step)
  const named = dataSetNamed(spec)
  if (named === null || knows === named) return mine
  const { dataSet } = await dataSetOf(spec)
  if (dataSet !== undefined) await mine.ask((remote) => remote.know(dataSet))
  knows = named
  return mine
}

export function chooseBoardPlace(place: number): void {
  const { board } = workbench.getState()
  const episode = board.kind === 'shown' ? board.episodes[place]?.episode : undefined
  workbench.setState({ boardPlace: place })
  if (board.kind === 'shown' && episode !== undefined) selectTurn(board.step, episode, null)
  void showBoard()
}

/** The game of this episode, if it is one of the step's. */
export function showEpisodeOnBoard(episode: number): void {
  const { board } = workbench.getState()
  const place = board.kind === 'shown' ? board.episodes.findIndex((one) => one.episode === episode) : -1
  if (place >= 0) chooseBoardPlace(place)
}

/** The clock goes with it; before the first turn it stands at the episode. */
export function goToFrame(wanted: number): void {
  const { board } = workbench.getState()
  if (board.kind !== 'shown') return
  const frame = nearestFrame(board.replay, wanted)
  const episode = board.episodes[board.place]?.episode
  workbench.setState({ board: { ...board, frame } })
  if (episode !== undefined) selectTurn(board.step, episode, board.replay.frames[frame]?.turns[0]?.wave ?? null)
}

/** The clock has moved: another episode is read, another turn is shown. */
export function boardFollowsClock(): void {
  const { board, place } = workbench.getState()
  if (board.kind !== 'shown' || place.episode === null) return
  if (board.episodes[board.place]?.episode !== place.episode) {
    if (board.episodes.some(({ episode }) => episode === place.episode)) void showBoard()
    return
  }
  const frame = place.turn === null ? board.frame : frameOfTurn(board.replay, place.turn)
  if (frame !== board.frame) workbench.setState({ board: { ...board, frame } })
}

export function leaveBoard(): void {
  request++
  held?.dispose()
  held = null
  forgetSource()
  workbench.setState({ board: { kind: 'none' } })
}
