import { describe, expect, it } from 'vitest'
import { assert } from '../base/assert.ts'
import type { Json } from '../base/json.ts'
import { createRng } from '../base/random.ts'
import { unwrap } from '../base/result.ts'
import { createPlay, type Play } from './play.ts'
import { BUILT_IN_ENVIRONMENTS, findEnvironment } from './registry.ts'
import type { GridScene } from './scene.ts'

const open = (id: string, config: Json = {}, seed = 3): Play => {
  const definition = unwrap(findEnvironment(id))
  return createPlay(definition, {
    config: unwrap(definition.parseConfig(config)),
    split: 'train',
    start: createRng([seed, 1]),
    chance: createRng([seed, 2]),
  })
}
const gridOf = (play: Play): GridScene => {
  const scene = play.definition.view?.(play.state())
  assert(scene?.kind === 'grid', 'this environment has a board')
  return scene
}
const GAMES = ['gomoku-v1', 'gomoku-board-v1', 'tictactoe-v1']

describe('the scene of a state', () => {
  it('has a point for every legal action of a game, whose text plays exactly there', () => {
    for (const id of GAMES)
      for (let seed = 0; seed < 4; seed++) {
        const play = open(id, id === 'tictactoe-v1' ? { opponent: 'random' } : {}, seed)
        const rng = createRng([seed, 5])
        while (play.stop() === undefined) {
          const [agent = ''] = play.waiting()
          const before = gridOf(play)
          const legal = play.definition.legalActions(play.state(), agent)
          expect(before.points.length).toBe(legal.kind === 'list' ? legal.actions.length : -1)
          const point = before.points[rng.integer(before.points.length)]
          const update = play.submit({ [agent]: `${point?.action}${play.definition.stopText}` })
          expect(update.verdicts[agent]?.kind).toBe('accepted')
          const after = gridOf(play)
          expect(after.last[0]).toBe(point?.cell)
          expect(after.pieces.map(({ cell }) => cell).slice(0, before.pieces.length)).toEqual(before.pieces.map(({ cell }) => cell))
        }
        expect(gridOf(play).points).toEqual([])
      }
  })

  it('marks the line that won, and nothing before', () => {
    const play = open('tictactoe-v1', { opponent: 'none' })
    for (const [agent, move] of [
      ['X', 'a1'],
      ['O', 'B1'],
      ['X', 'b2'],
      ['O', 'C1'],
    ] as const)
      play.submit({ [agent]: `${move} ` })
    expect(gridOf(play)).toMatchObject({ line: [], last: [2], caption: 'X to move, 3 in a row win.' })
    play.submit({ X: 'c3 ' })
    expect(gridOf(play)).toMatchObject({ line: [0, 4, 8], last: [8], caption: 'X has won.', points: [] })
  })

  it('shows the reply of a scripted opponent together with the move it answers', () => {
    const play = open('gomoku-v1', { opponent: 'rules', opening: 0, policy: 'X' })
    expect(gridOf(play).last).toEqual([])
    play.submit({ X: 'c3 ' })
    expect(gridOf(play).last).toHaveLength(2)
    expect(gridOf(play).last[0]).toBe(14)
  })

  it('shows every agent and item of harvest on its cell, each with a sign of its own', () => {
    const play = open('harvest-v1')
    const { pieces, columns, caption } = gridOf(play)
    expect(pieces.filter(({ kind }) => kind === 'agent').map(({ mark }) => mark)).toEqual(['1', '2', '3'])
    expect(pieces.filter(({ kind }) => kind === 'item').map(({ mark }) => mark)).toEqual(['R', 'G', 'B', 'R', 'G', 'B'])
    expect(new Set(pieces.map(({ cell }) => cell)).size).toBe(pieces.length)
    expect([columns, caption]).toEqual([5, '0 of 12 turns: 0 items of their own colour taken, 0 of others.'])
  })

  it('is plain data of cells on the board, in every environment that has one', () => {
    for (const definition of BUILT_IN_ENVIRONMENTS) {
      const scene = definition.view?.(open(definition.spec.id).state())
      if (scene?.kind !== 'grid') continue
      expect(JSON.parse(JSON.stringify(scene))).toEqual(scene)
      for (const { cell } of scene.pieces) expect(cell >= 0 && cell < scene.rows * scene.columns).toBe(true)
      expect([scene.columnNames.length, scene.rowNames.length]).toEqual([scene.columns, scene.rows])
    }
  })
})
