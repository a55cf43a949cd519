// How moves are written: X's in small letters, O's in capitals, a column letter and a row number from the top, so
// that a list of moves tells whose each is. Knows boards; knows no prompts.

import { at } from '../../base/assert.ts'
import { type Colour, O, X } from './board.ts'

/** The names of all cells, by size and colour, each list made once. */
const names = new Map<number, readonly string[]>()

function namesOn(size: number, colour: Colour): readonly string[] {
  const key = 2 * size + colour
  const known = names.get(key)
  if (known !== undefined) return known
  const first = colour === X ? 97 : 65
  const made = Array.from({ length: size * size }, (_, cell) => `${String.fromCharCode(first + (cell % size))}${Math.floor(cell / size) + 1}`)
  names.set(key, made)
  return made
}

/** A move as text: `c4` by X, `C4` by O. */
export const moveName = (size: number, cell: number, colour: Colour): string => at(namesOn(size, colour), cell)

/** The moves to every cell that is not taken, in the order of the cells. */
export function freeMoves(size: number, taken: readonly number[], colour: Colour): string[] {
  const free: (string | null)[] = [...namesOn(size, colour)]
  for (const cell of taken) free[cell] = null
  return free.filter((name) => name !== null)
}

const MOVE = /^([a-oA-O])([1-9]\d?)$/

/** The cell and the colour that a text names on a board of this size; undefined when it names none. */
export function readMove(size: number, text: string): { readonly cell: number; readonly colour: Colour } | undefined {
  const [, letter, number] = MOVE.exec(text) ?? []
  if (letter === undefined || number === undefined) return undefined
  const colour = letter >= 'a' ? X : O
  const column = letter.charCodeAt(0) - (colour === X ? 97 : 65)
  const row = Number(number) - 1
  return column < size && row < size ? { cell: row * size + column, colour } : undefined
}

/** What stands before a list of moves: `6x6,4:` is a board of six by six on which four in a row win. */
export const listHeader = (size: number, inLine: number): string => `\n${size}x${size},${inLine}:`

/** The moves of a game from its beginning, each with its closing space. */
export const moveList = (size: number, moves: readonly number[]): string =>
  moves.map((cell, index) => `${moveName(size, cell, index % 2 === 0 ? X : O)} `).join('')
