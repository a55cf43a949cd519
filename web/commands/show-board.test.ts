import { afterEach, expect, it, vi } from 'vitest'
import type { LiveBoard } from '../state/board.ts'
import { canFollow } from '../state/live-game.ts'
import { emptyRunView } from '../state/run-view.ts'
import { workbench } from '../state/workbench.ts'
import { showBoard } from './show-board.ts'

// The pace of the page follows the cores that a browser tells of.
vi.hoisted(() => Object.defineProperty(globalThis, 'navigator', { value: { hardwareConcurrency: 2 }, configurable: true }))

const board: LiveBoard = { kind: 'live', run: 'r1', place: 0, step: 1, episode: 3, newest: 1, frame: 1, replay: { title: '', frames: [], departs: null } }

afterEach(() => workbench.setState(workbench.getInitialState()))

it('keeps the game that was followed while nothing is recorded yet, so that the panel and the button pressed last stay where they are', async () => {
  workbench.setState({ run: { ...emptyRunView('r1'), status: 'running' }, live: true, boardFollows: false, board })
  await showBoard()
  expect(workbench.getState().board).toBe(board)
})

it('lets go of the game of another run, which no press could follow', async () => {
  workbench.setState({ run: { ...emptyRunView('r2'), status: 'running' }, live: true, boardFollows: true, board })
  expect(canFollow(workbench.getState())).toBe(false)
  await showBoard()
  expect(workbench.getState().board).toEqual({ kind: 'none' })
  workbench.setState({ board: { ...board, run: 'r2' } })
  expect(canFollow(workbench.getState())).toBe(true)
})
