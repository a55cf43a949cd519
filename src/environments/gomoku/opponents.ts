// Scripted players. Each looks at a board in play and names a free cell for the side to move; chance is a parameter.
// The rules are those of the OpenTinker game: win if you can, block if you must, else the best adjacent cell.

import { at } from '../../base/assert.ts'
import type { Rng } from '../../base/random.ts'
import { type Board, type Colour, DIRECTIONS, otherColour } from './board.ts'
import { searchMove } from './minimax.ts'

export type OpponentName = 'random' | 'rules' | 'minimax'

export interface Opponent {
  readonly name: OpponentName
  /** The share of moves that are drawn at random instead. */
  readonly randomShare: number
  /** Moves that minimax looks ahead. */
  readonly depth: number
}

/** Those that can be met by name, the weakest first. */
export const SCRIPTED: readonly (Opponent & { readonly title: string })[] = [
  { name: 'random', randomShare: 1, depth: 1, title: 'Random moves' },
  { name: 'rules', randomShare: 0.6, depth: 1, title: 'Rules, six moves of ten at random' },
  { name: 'rules', randomShare: 0.3, depth: 1, title: 'Rules, three moves of ten at random' },
  { name: 'rules', randomShare: 0, depth: 1, title: 'Rules: wins if it can, blocks if it must' },
  { name: 'minimax', randomShare: 0, depth: 2, title: 'Search, two moves ahead' },
  { name: 'minimax', randomShare: 0, depth: 4, title: 'Search, four moves ahead' },
]

/** `random`, `rules`, `rules-30`, `minimax-2`: the kind, then what makes it weaker or stronger. */
export function nameOfOpponent({ name, randomShare, depth }: Opponent): string {
  if (name === 'minimax') return `minimax-${depth}`
  return name === 'random' || randomShare === 0 ? name : `${name}-${Math.round(100 * randomShare)}`
}

export function opponentMove(opponent: Opponent, board: Board, rng: Rng): number {
  if (opponent.name === 'random' || rng.float() < opponent.randomShare) return randomMove(board, rng)
  return masterMove(opponent, board)
}

/** What the opponent plays when it does not play at random: the first of the best cells, so that chance has no part in it. */
export const masterMove = (opponent: Opponent, board: Board): number => (opponent.name === 'minimax' ? searchMove(board, opponent.depth) : rulesMove(board))

export function randomMove(board: Board, rng: Rng): number {
  const free = board.freeCells()
  return at(free, rng.integer(free.length))
}

/** A cell that wins; else one that stops the other side from winning; else the best adjacent one. The first of equals. */
export function rulesMove(board: Board): number {
  const colour = board.toMove()
  const other = otherColour(colour)
  const free = board.freeCells()
  const decisive = free.find((cell) => board.wins(cell, colour)) ?? free.find((cell) => board.wins(cell, other))
  if (decisive !== undefined) return decisive
  let best = at(free, 0)
  let bestScore = Number.NEGATIVE_INFINITY
  for (const cell of free) {
    const score = adjacency(board, cell, colour)
    if (score > bestScore) [best, bestScore] = [cell, score]
  }
  return best
}

/** Own stones in unbroken runs that begin beside the cell, over the four axes, and a little for being near the centre. */
function adjacency(board: Board, cell: number, colour: Colour): number {
  const { size } = board.geometry
  const [column, row] = [cell % size, Math.floor(cell / size)]
  let runs = 0
  for (const [right, down] of DIRECTIONS) {
    for (const sign of [1, -1]) {
      let [x, y] = [column + sign * right, row + sign * down]
      while (x >= 0 && x < size && y >= 0 && y < size && board.colourAt(y * size + x) === colour) {
        runs++
        x += sign * right
        y += sign * down
      }
    }
  }
  const centre = Math.floor(size / 2)
  return runs + 0.1 / (Math.abs(column - centre) + Math.abs(row - centre) + 1)
}
