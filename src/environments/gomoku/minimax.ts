// Search for the best move: negamax with alpha-beta bounds, the likeliest moves first. A position at the end of the
// search is judged by its windows: those that only one side has stones in still count for that side. Knows boards
// alone; draws nothing at random.

import { at } from '../../base/assert.ts'
import { type Board, type Colour, otherColour } from './board.ts'

/** What n stones in a window that the other side has not entered are worth. */
const WORTH = [0, 1, 8, 64, 512, 4096] as const
const worth = (stones: number): number => at(WORTH, Math.min(stones, WORTH.length - 1))
const WIN = 1e9
/** The most promising cells that are looked into at each level; the rest are not. */
const WIDTH = 10

/** The first of the best moves of the side to move, `depth` moves ahead. */
export function searchMove(board: Board, depth: number): number {
  const moves = promisingMoves(board)
  let best = at(moves, 0)
  let bestValue = Number.NEGATIVE_INFINITY
  for (const cell of moves) {
    board.place(cell)
    const value = -negamax(board, depth - 1, Number.NEGATIVE_INFINITY, -bestValue)
    board.undo()
    if (value > bestValue) [best, bestValue] = [cell, value]
  }
  return best
}

/** The value of the position for the side to move, exact between the bounds. A win counts more the sooner it comes. */
function negamax(board: Board, depth: number, alpha: number, beta: number): number {
  if (board.winner() !== null) return -(WIN + depth)
  if (board.isOver()) return 0
  if (depth <= 0) return judge(board)
  let least = alpha
  for (const cell of promisingMoves(board)) {
    board.place(cell)
    const value = -negamax(board, depth - 1, -beta, -least)
    board.undo()
    if (value >= beta) return value
    if (value > least) least = value
  }
  return least
}

/** A move that wins at once, or all that stop one, or else the cells that change the most windows, best first. */
function promisingMoves(board: Board): number[] {
  const colour = board.toMove()
  const other = otherColour(colour)
  const free = board.freeCells()
  const winning = free.find((cell) => board.wins(cell, colour))
  if (winning !== undefined) return [winning]
  const blocking = free.filter((cell) => board.wins(cell, other))
  if (blocking.length > 0) return blocking
  const scored = free.map((cell) => ({ cell, score: gain(board, cell, colour) * 1.1 + gain(board, cell, other) }))
  return scored
    .sort((a, b) => b.score - a.score || a.cell - b.cell)
    .slice(0, WIDTH)
    .map(({ cell }) => cell)
}

/** How much the windows through a free cell would be worth more to a colour that takes it. */
function gain(board: Board, cell: number, colour: Colour): number {
  const own = board.counts(colour)
  const other = board.counts(otherColour(colour))
  let sum = 0
  for (const window of at(board.geometry.windowsOf, cell)) {
    if (other[window] === 0) sum += worth(at(own, window) + 1) - worth(at(own, window))
  }
  return sum
}

/** The windows that are still open to the side to move, less those open to the other. */
function judge(board: Board): number {
  const colour = board.toMove()
  const own = board.counts(colour)
  const other = board.counts(otherColour(colour))
  let sum = 0
  for (let window = 0; window < own.length; window++) {
    if (other[window] === 0) sum += worth(at(own, window))
    else if (own[window] === 0) sum -= worth(at(other, window))
  }
  return sum
}
