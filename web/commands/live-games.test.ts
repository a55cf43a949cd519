import { afterEach, expect, test } from 'vitest'
import type { LiveGame } from '../../src/record/live-game.ts'
import { workbench } from '../state/workbench.ts'
import { awaitGame, forgetGames, gamesOf, hearGames } from './live-games.ts'

const game = (step: number): LiveGame => ({ arm: 'policy', step, episode: 16 * step, turns: [], over: true })
const before = workbench.getState().board

afterEach(() => {
  workbench.setState({ board: before })
  forgetGames('r1')
})

test('the game on view stays, however many are played meanwhile, and goes when another one is on view', () => {
  const replay = { frames: [] } as never
  workbench.setState({ board: { kind: 'live', run: 'r1', place: 0, step: 1, episode: 16, newest: 1, frame: 1, replay } })
  for (let step = 1; step <= 100; step++) hearGames('r1', [game(step)])
  expect(gamesOf('r1').map(({ step }) => step)).toEqual([1, 97, 98, 99, 100])
  workbench.setState({ board: { kind: 'live', run: 'r1', place: 0, step: 99, episode: 16 * 99, newest: 100, frame: 1, replay } })
  hearGames('r1', [game(101)])
  expect(gamesOf('r1').map(({ step }) => step)).toEqual([98, 99, 100, 101])
})

test('a game that was chosen to come on view stays while its board is worked out, however many are played meanwhile', () => {
  hearGames('r1', [game(1)])
  awaitGame('r1', 16)
  for (let step = 2; step <= 100; step++) hearGames('r1', [game(step)])
  expect(gamesOf('r1').map(({ step }) => step)).toEqual([1, 97, 98, 99, 100])
  awaitGame('r1', 16 * 99)
  hearGames('r1', [game(101)])
  expect(gamesOf('r1').map(({ step }) => step)).toEqual([98, 99, 100, 101])
})
