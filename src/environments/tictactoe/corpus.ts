// The text that a base for tic-tac-toe is pretrained on: whole games as lists of moves, `\n3x3,3:b2 A1 … \n`. Each side
// plays the solver's moves except for a share at random, drawn a game and side: the base knows the rules and has seen
// good and bad play. A pure function of an Rng; knows nothing of tokens.

import { at } from '../../base/assert.ts'
import type { Rng } from '../../base/random.ts'
import { createBoard, X } from '../gomoku/board.ts'
import { listHeader, moveList } from '../gomoku/moves.ts'
import { randomMove } from '../gomoku/opponents.ts'
import { optimalMoves, TIC_TAC_TOE } from './solver.ts'

/** The least share of random moves: perfect games alone would leave nothing to learn. */
const LEAST_RANDOM_SHARE = 0.4

/** One game from the empty board to its end, with its leading and its closing newline. */
export function tictactoeLine(rng: Rng): string {
  const shares = [rng.float(), rng.float()].map((share) => LEAST_RANDOM_SHARE + (1 - LEAST_RANDOM_SHARE) * share)
  const board = createBoard(TIC_TAC_TOE)
  while (!board.isOver()) {
    const moves = rng.float() < at(shares, board.toMove() === X ? 0 : 1) ? [randomMove(board, rng)] : optimalMoves(board)
    board.place(at(moves, rng.integer(moves.length)))
  }
  const { size, inLine } = TIC_TAC_TOE
  return `${listHeader(size, inLine)}${moveList(size, board.moves())}\n`
}
