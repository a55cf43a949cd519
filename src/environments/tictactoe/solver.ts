// Tic-tac-toe solved: the value of every position under best play of both sides, found once by looking at all of them,
// and the moves that keep it. Knows boards of three by three; nothing of agents or text.

import { assert, at } from '../../base/assert.ts'
import { type Board, createBoard, geometryOf } from '../gomoku/board.ts'

/** 1: the side to move wins; 0: a draw; -1: it loses, each under best play. */
export type Value = -1 | 0 | 1

export const TIC_TAC_TOE = geometryOf(3, 3)

/** Base three: free, X, O. Whose turn it is follows from the stones. */
function codeOf(board: Board): number {
  let code = 0
  for (let cell = 0; cell < TIC_TAC_TOE.cells; cell++) {
    const colour = board.colourAt(cell)
    code = code * 3 + (colour === null ? 0 : colour + 1)
  }
  return code
}

const known = new Map<number, Value>()

/** The value of a position for the side to move. */
export function gameValue(board: Board): Value {
  if (board.winner() !== null) return -1
  if (board.isOver()) return 0
  const code = codeOf(board)
  const found = known.get(code)
  if (found !== undefined) return found
  let best: Value = -1
  for (const cell of board.freeCells()) {
    const value = valueAfter(board, cell)
    if (value > best) best = value
  }
  known.set(code, best)
  return best
}

/** What a move is worth to the side that makes it. */
function valueAfter(board: Board, cell: number): Value {
  board.place(cell)
  const value = gameValue(board)
  board.undo()
  return value === 0 ? 0 : value === 1 ? -1 : 1
}

/** The moves that keep the value of the position, of a game that goes on. */
export function optimalMoves(board: Board): number[] {
  assert(!board.isOver(), 'the game is over')
  const value = gameValue(board)
  return board.freeCells().filter((cell) => valueAfter(board, cell) === value)
}

/** Of the moves of each colour, from the `first` on: how many there are, and how many of them kept the value. */
export function countOptimal(moves: readonly number[], first: number): readonly { readonly moves: number; readonly optimal: number }[] {
  const counts = [
    { moves: 0, optimal: 0 },
    { moves: 0, optimal: 0 },
  ]
  const board = createBoard(TIC_TAC_TOE)
  for (const [index, cell] of moves.entries()) {
    if (index >= first) {
      const own = at(counts, index % 2)
      own.moves++
      if (optimalMoves(board).includes(cell)) own.optimal++
    }
    board.place(cell)
  }
  return counts
}
