// The text that a base for gomoku is pretrained on: whole games as lists of moves, `\n6x6,4:c4 D3 … \n`. The base meets
// good and bad play of both sides, so that it knows the rules and the shapes of lines without being strong. Players
// are scripted; how often each plays at random is drawn a game. A pure function of an Rng; knows nothing of tokens.

import type { Rng } from '../../base/random.ts'
import { createBoard, geometryOf, X } from './board.ts'
import { listHeader, moveList } from './moves.ts'
import { type Opponent, opponentMove } from './opponents.ts'
import { SMALL_BOARD } from './settings.ts'

export interface GomokuCorpus {
  readonly size: number
  readonly inLine: number
  /** X plays at random with a share drawn evenly from 0 to this. The games' quality matters more than their number. */
  readonly greatestRandomShare: number
  /** The share of games in which O is the opponent that the base will be trained against; in the rest it is of any strength. */
  readonly opponentShare: number
  readonly opponentRandomShare: number
}

export const SMALL_GAMES: GomokuCorpus = { ...SMALL_BOARD, greatestRandomShare: 0.6, opponentShare: 0.5, opponentRandomShare: 0.3 }

/** One game from the empty board to its end, with its leading and its closing newline. */
export function gomokuLine(rng: Rng, corpus: GomokuCorpus = SMALL_GAMES): string {
  const { size, inLine } = corpus
  const rules = (randomShare: number): Opponent => ({ name: 'rules', randomShare, depth: 1 })
  const x = rules(rng.float() * corpus.greatestRandomShare)
  const o = rules(rng.float() < corpus.opponentShare ? corpus.opponentRandomShare : rng.float())
  const board = createBoard(geometryOf(size, inLine))
  while (!board.isOver()) board.place(opponentMove(board.toMove() === X ? x : o, board, rng))
  return `${listHeader(size, inLine)}${moveList(size, board.moves())}\n`
}
