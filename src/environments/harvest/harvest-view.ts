// Harvest as a scene: where every agent and every item is. Agents are told by their number, items by the letter of their
// colour, so that both are read without colour. Knows the board; knows no rewards.

import { at } from '../../base/assert.ts'
import type { GridScene, ScenePiece } from '../scene.ts'
import type { Board } from './grid.ts'

export interface HarvestScene {
  readonly board: Board
  readonly turn: number
  readonly turns: number
  readonly own: number
  readonly other: number
  /** Name and letter of every colour, by its number. */
  readonly colours: readonly (readonly [string, string])[]
}

export function harvestView({ board, turn, turns, own, other, colours }: HarvestScene): GridScene {
  const names = Array.from({ length: board.size }, (_, place) => String(place + 1))
  const items = board.items.map(({ cell, colour }): ScenePiece => {
    const [name, letter] = at(colours, colour)
    return { kind: 'item', cell, tone: colour, mark: letter, name: `${name} item` }
  })
  const agents = board.places.map((cell, agent): ScenePiece => {
    return { kind: 'agent', cell, tone: agent, mark: String(agent + 1), name: `agent ${at(colours, agent)[0]}` }
  })
  return {
    kind: 'grid',
    rows: board.size,
    columns: board.size,
    ground: 'cells',
    columnNames: names,
    rowNames: names,
    pieces: [...items, ...agents],
    last: [],
    line: [],
    points: [],
    caption: `${turn} of ${turns} turns: ${own} ${own === 1 ? 'item' : 'items'} of their own colour taken, ${other} of others.`,
  }
}
