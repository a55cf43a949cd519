// The board of harvest: agents and items on cells, who sees what, who stands in whose way, where an item comes back.
// Pure; cells are numbers, row by row from the north-west. Knows no rewards and no text.

import { at } from '../../base/assert.ts'
import type { Rng } from '../../base/random.ts'

/** A colour is the index of the agent that gathers it. */
export type Item = { readonly colour: number; readonly cell: number }

export type Board = {
  readonly size: number
  /** Cell of each agent. */
  readonly places: readonly number[]
  readonly items: readonly Item[]
}

export const DIRECTIONS = ['n', 's', 'e', 'w'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** East and south are positive, as on a page. */
export type Offset = { readonly dx: number; readonly dy: number }

const offsetOf = (size: number, from: number, to: number): Offset => ({
  dx: (to % size) - (from % size),
  dy: Math.floor(to / size) - Math.floor(from / size),
})

const distanceOf = ({ dx, dy }: Offset): number => Math.abs(dx) + Math.abs(dy)

/** The cell that a step leads to, or the same one at the edge. */
function neighbour(size: number, cell: number, direction: Direction): number {
  const [row, column] = [Math.floor(cell / size), cell % size]
  switch (direction) {
    case 'n':
      return row === 0 ? cell : cell - size
    case 's':
      return row === size - 1 ? cell : cell + size
    case 'w':
      return column === 0 ? cell : cell - 1
    case 'e':
      return column === size - 1 ? cell : cell + 1
  }
}

export type Sight = { readonly colour: number } & Offset

/** The nearest item of each colour as an agent's offset to it; ties go to the northernmost, then the westernmost. */
export function nearestItems(board: Board, agent: number): readonly Sight[] {
  const from = at(board.places, agent)
  const best: { sight: Sight; cell: number }[] = []
  for (const { colour, cell } of board.items) {
    const sight = { colour, ...offsetOf(board.size, from, cell) }
    const known = best[colour]
    const closer = known === undefined ? -1 : distanceOf(sight) - distanceOf(known.sight)
    if (known === undefined || closer < 0 || (closer === 0 && cell < known.cell)) best[colour] = { sight, cell }
  }
  return best.flatMap(({ sight }) => [sight])
}

/** What an agent sees: of the nearest items those of the `seen` nearest colours; by colour when all fit, else the nearest first. */
export function sights(board: Board, agent: number, seen: number): readonly Sight[] {
  const all = nearestItems(board, agent)
  if (all.length <= seen) return all
  return [...all].sort((a, b) => distanceOf(a) - distanceOf(b) || a.colour - b.colour).slice(0, seen)
}

/** A cell without agent or item, uniformly. */
export function freeCell(board: Board, rng: Rng): number {
  const taken = new Set([...board.places, ...board.items.map(({ cell }) => cell)])
  const free = Array.from({ length: board.size ** 2 }, (_, cell) => cell).filter((cell) => !taken.has(cell))
  return at(free, rng.integer(free.length))
}

/** Agents and items on distinct random cells, `perColour` items of each agent's colour. */
export function drawBoard(size: number, agents: number, perColour: number, rng: Rng): Board {
  let board: Board = { size, places: [], items: [] }
  for (let agent = 0; agent < agents; agent++) board = { ...board, places: [...board.places, freeCell(board, rng)] }
  for (let item = 0; item < agents * perColour; item++) board = { ...board, items: [...board.items, { colour: item % agents, cell: freeCell(board, rng) }] }
  return board
}

/**
 * All agents move, in their order: off the board or into another agent is no move. Entering an item takes it. Items that
 * were taken come back on free cells once all have moved, so that a turn's rewards can be read from the boards before
 * and after it.
 */
export function moveAll(board: Board, directions: readonly Direction[], rng: Rng): { readonly board: Board; readonly taken: readonly (number | null)[] } {
  const places = [...board.places]
  const left = [...board.items]
  const returning: number[] = []
  const taken = directions.map((direction, agent) => {
    const to = neighbour(board.size, at(places, agent), direction)
    if (places.includes(to)) return null
    places[agent] = to
    const found = left.findIndex(({ cell }) => cell === to)
    if (found < 0) return null
    const [item] = left.splice(found, 1)
    const colour = item?.colour ?? 0
    returning.push(colour)
    return colour
  })
  let next: Board = { size: board.size, places, items: left }
  for (const colour of returning) next = { ...next, items: [...next.items, { colour, cell: freeCell(next, rng) }] }
  return { board: next, taken }
}
