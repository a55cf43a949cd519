// A game of lines as a scene: its stones, the last moves, the line that won, and the points that may be played. Knows boards
// and how moves are named; knows no page.

import { at } from '../../base/assert.ts'
import type { GridScene, ScenePoint } from '../scene.ts'
import { type Board, type Colour, DIRECTIONS, O, X } from './board.ts'
import { SIDES, type Side } from './form.ts'

export interface LineGame {
  readonly board: Board
  readonly result: Side | 'draw' | null
  /** The newest stones that came with the last move: two where a scripted opponent replied to it. */
  readonly newest: number
  /** The free cells with the action that plays each. */
  readonly points: readonly ScenePoint[]
}

/** The cells of every line of the winner that is long enough, in order; empty while nobody has won. */
function winningLine(board: Board): readonly number[] {
  const { size, inLine } = board.geometry
  const winner = board.winner()
  if (winner === null) return []
  const won = new Set<number>()
  for (let cell = 0; cell < size * size; cell++)
    for (const [right, down] of DIRECTIONS) {
      const run = runFrom(board, winner, cell, right, down)
      if (run.length >= inLine) for (const one of run) won.add(one)
    }
  return [...won].sort((a, b) => a - b)
}

/** The stones of one colour from a cell on in one direction, without a gap. */
function runFrom(board: Board, colour: Colour, cell: number, right: number, down: number): readonly number[] {
  const { size } = board.geometry
  const run: number[] = []
  let [column, row] = [cell % size, Math.floor(cell / size)]
  while (column >= 0 && column < size && row >= 0 && row < size && board.colourAt(row * size + column) === colour) {
    run.push(row * size + column)
    column += right
    row += down
  }
  return run
}

export function lineView({ board, result, newest, points }: LineGame): GridScene {
  const { size, inLine } = board.geometry
  const moves = board.moves()
  return {
    kind: 'grid',
    rows: size,
    columns: size,
    ground: 'crossings',
    columnNames: Array.from({ length: size }, (_, column) => String.fromCharCode(97 + column)),
    rowNames: Array.from({ length: size }, (_, row) => String(row + 1)),
    pieces: moves.map((cell, index) => {
      const tone = index % 2 === 0 ? X : O
      return { kind: 'stone', cell, tone, mark: at(SIDES, tone), name: at(SIDES, tone) }
    }),
    last: newest === 0 ? [] : moves.slice(-newest),
    line: winningLine(board),
    points,
    caption: result === null ? `${at(SIDES, moves.length % 2)} to move, ${inLine} in a row win.` : result === 'draw' ? 'A draw.' : `${result} has won.`,
  }
}
