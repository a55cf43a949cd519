// The board of a run under way follows one game turn by turn: a beat shows one turn, whatever has been played meanwhile. Between beats
// nothing is drawn; the run's worker tells of the game that is looked at and of no other.

import { toErrorData } from '../../src/base/errors.ts'
import type { LiveGame } from '../../src/record/live-game.ts'
import type { BoardReplay, LiveBoard } from '../state/board.ts'
import { BOARD_PACE } from '../state/follow-pace.ts'
import { nextOnView } from '../state/live-game.ts'
import { workbench } from '../state/workbench.ts'
import { awaitGame, forgetGames, gamesOf } from './live-games.ts'
import { selectStep } from './navigate.ts'
import { liveRun } from './run-commands.ts'
import { replayWorker } from './show-board.ts'

let followed: string | null = null
/** The run's worker knows: it may not live yet when somebody begins to look. */
let told = false
let beat: ReturnType<typeof setTimeout> | undefined

/** Begins to follow the game at this place among those of every step; `leaveGame` ends it. */
export function followGame(run: string, place: number): void {
  leaveGame()
  followed = run
  forgetGames(run)
  void go(run, place)
}

export function leaveGame(): void {
  clearTimeout(beat)
  if (followed !== null && told) liveRun(followed)?.worker.tell((remote) => remote.watchGame(null))
  followed = null
  told = false
}

/** One turn on view, and the next one a beat later. */
async function go(run: string, place: number): Promise<void> {
  try {
    const worker = liveRun(run)?.worker
    if (!told) worker?.tell((remote) => remote.watchGame(place))
    told = worker !== undefined
    const { board } = workbench.getState()
    const shown = board.kind === 'live' && board.run === run && board.place === place ? board : null
    const next = document.hidden ? null : nextOnView(shown, gamesOf(run))
    if (next !== null) {
      awaitGame(run, next.game.episode)
      const replay = shown !== null && shown.episode === next.game.episode && next.frame < shown.replay.frames.length ? shown.replay : await replayOf(next.game)
      if (followed !== run) return
      // What has no board is not followed: its record is shown as before.
      if (replay?.frames[0]?.scene.kind !== 'grid') return leaveGame()
      workbench.setState({ board: { ...liveBoard(run, place, next.game, replay), frame: Math.min(next.frame, replay.frames.length - 1) } })
    }
    beat = setTimeout(() => void go(run, place), BOARD_PACE)
  } catch (thrown) {
    if (followed !== run) return
    leaveGame()
    workbench.setState({ board: { kind: 'failed', error: toErrorData(thrown) } })
  }
}

const liveBoard = (run: string, place: number, { step, episode }: LiveGame, replay: BoardReplay): Omit<LiveBoard, 'frame'> => ({
  kind: 'live',
  ...{ run, place, step, episode, replay, newest: gamesOf(run).at(-1)?.step ?? step },
})

async function replayOf({ step, episode, turns }: LiveGame): Promise<BoardReplay | null> {
  const spec = workbench.getState().run?.spec ?? null
  return spec === null ? null : (await replayWorker(spec, step)).ask((remote) => remote.replay({ spec, step, episode, turns }))
}

/** Follows what is played, from wherever the clock stands, or stays with what is recorded. */
export function letBoardFollow(on: boolean): void {
  workbench.setState({ boardFollows: on })
  if (on) selectStep(null)
}

/** Another game of every step. */
export function chooseFollowed(boardPlace: number): void {
  workbench.setState({ boardPlace })
}
