// Gomoku as a board drawn in text and a move tag, for real models: what the OpenTinker game shows and asks for, in
// our words. Unlike there, the board is shown again whenever the agent is asked, after a refused move too.

import { fail, ok } from '../../base/result.ts'
import { X } from './board.ts'
import type { GameForm, GameObservation } from './form.ts'
import { moveName, readMove } from './moves.ts'

const CLOSING = '</move>'
const TAG = /<move>\s*(\d{1,2})\s*,\s*(\d{1,2})\s*<\/move>/i
/** The greatest board: reading a move there gives its row and column on every board. */
const GREATEST = 15

/** A move as the tag holds it, row and column from 0: `3,2` for `c4`. */
function inside(move: string): string {
  const cell = readMove(GREATEST, move)?.cell ?? 0
  return `${Math.floor(cell / GREATEST)},${cell % GREATEST}`
}

export const BOARD_FORM: GameForm = {
  name: 'board',
  stopText: CLOSING,

  prompt(observation) {
    const { size, inLine, you, moves, first } = observation
    const other = you === 'X' ? 'O' : 'X'
    const last = moves.at(-1)
    const centre = Math.floor(size / 2)
    const rules = [
      `You play gomoku as ${you} against ${other} on a board of ${size} by ${size}: ${inLine} in a row win, across, down or diagonally.`,
      'Rows and columns are counted from 0. Weigh the position between <analysis> and </analysis>,',
      `then name a free cell by row and column. The centre, for example, is <move>${centre},${centre}</move>.`,
      '',
    ]
    return [
      ...(first ? rules : ['']),
      last === undefined ? 'The board is empty.' : `The last move is ${other}'s: ${inside(last)}.`,
      ...drawBoard(observation),
      'Your turn: <analysis>...</analysis>, then <move>row,column</move>.',
      '',
    ].join('\n')
  },

  format: (move) => `<move>${inside(move)}${CLOSING}`,

  parse(text, { size, you }) {
    const [, row, column] = TAG.exec(text) ?? []
    if (row === undefined || column === undefined) return fail({ reason: 'there is no <move>row,column</move>' })
    if (Number(row) >= size || Number(column) >= size) return fail({ reason: `rows and columns go from 0 to ${size - 1}` })
    return ok(moveName(size, Number(row) * size + Number(column), you === 'X' ? 0 : 1))
  },
}

/** A line of column numbers, then each row with its number: free cells are dots. */
function drawBoard({ size, moves }: GameObservation): string[] {
  const cells = Array.from({ length: size * size }, () => '.')
  for (const move of moves) {
    const read = readMove(size, move)
    if (read !== undefined) cells[read.cell] = read.colour === X ? 'X' : 'O'
  }
  const wide = size > 10 ? 2 : 1
  const line = (name: string, values: readonly string[]): string => [name, ...values].map((value) => value.padStart(wide)).join(' ')
  const numbers = Array.from({ length: size }, (_, column) => String(column))
  return [line('', numbers), ...numbers.map((number, row) => line(number, cells.slice(row * size, (row + 1) * size)))]
}
