// A square board on which two colours place stones in turn, X first, until one has `inLine` or more in a row. Whose
// stone is next follows from the number of stones alone, so no way of filling or undoing can confuse the colours.
// Knows no agents, prompts or rewards; cells are numbered row by row from 0.

import { assert, at } from '../../base/assert.ts'

export const X = 0
export const O = 1
/** 0 is X, who begins; 1 is O. */
export type Colour = typeof X | typeof O
export const otherColour = (colour: Colour): Colour => (colour === X ? O : X)

/** What never changes on boards of one size: each window is `inLine` cells in a row, and a full one wins. */
export interface Geometry {
  readonly size: number
  readonly inLine: number
  readonly cells: number
  readonly windows: number
  /** The windows that hold a cell, by cell. */
  readonly windowsOf: readonly Uint16Array[]
}

/** Right, down, and the two diagonals, as steps in column and row. */
export const DIRECTIONS: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
]

const geometries = new Map<number, Geometry>()

/** The geometry of a board, made once a size. */
export function geometryOf(size: number, inLine: number): Geometry {
  const key = size * 100 + inLine
  const known = geometries.get(key)
  if (known !== undefined) return known
  const windowsOf = Array.from({ length: size * size }, (): number[] => [])
  let windows = 0
  for (const [right, down] of DIRECTIONS) {
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        const lastColumn = column + right * (inLine - 1)
        if (lastColumn < 0 || lastColumn >= size || row + down * (inLine - 1) >= size) continue
        for (let step = 0; step < inLine; step++) at(windowsOf, (row + down * step) * size + column + right * step).push(windows)
        windows++
      }
    }
  }
  const made = { size, inLine, cells: size * size, windows, windowsOf: windowsOf.map((list) => Uint16Array.from(list)) }
  geometries.set(key, made)
  return made
}

export interface Board {
  readonly geometry: Geometry
  /** The cells played, in order. */
  moves(): readonly number[]
  /** The colour on a cell, null where it is free. */
  colourAt(cell: number): Colour | null
  isFree(cell: number): boolean
  freeCells(): number[]
  toMove(): Colour
  /** The colour that has a line, null while nobody does. */
  winner(): Colour | null
  /** Somebody has a line, or no cell is free. */
  isOver(): boolean
  /** Puts the next stone on a free cell of a game that goes on. */
  place(cell: number): void
  /** Takes the last stone back. */
  undo(): void
  /** Whether a stone of this colour on this free cell would make a line. */
  wins(cell: number, colour: Colour): boolean
  /** The stones of a colour in each window, by window. */
  counts(colour: Colour): Uint8Array
}

export function createBoard(geometry: Geometry, played: readonly number[] = []): Board {
  const { cells, inLine, windowsOf } = geometry
  const stones = new Int8Array(cells).fill(-1)
  const counts = [new Uint8Array(geometry.windows), new Uint8Array(geometry.windows)] as const
  const moves: number[] = []
  let winner: Colour | null = null

  const toMove = (): Colour => (moves.length % 2 === 0 ? X : O)
  const board: Board = {
    geometry,
    moves: () => moves,
    colourAt: (cell) => (stones[cell] === X ? X : stones[cell] === O ? O : null),
    isFree: (cell) => stones[cell] === -1,
    freeCells() {
      const free: number[] = []
      for (let cell = 0; cell < cells; cell++) if (stones[cell] === -1) free.push(cell)
      return free
    },
    toMove,
    winner: () => winner,
    isOver: () => winner !== null || moves.length === cells,
    place(cell) {
      assert(winner === null && stones[cell] === -1, `cell ${cell} is not free, or the game is over`)
      const colour = toMove()
      stones[cell] = colour
      moves.push(cell)
      const own = counts[colour]
      for (const window of at(windowsOf, cell)) {
        const count = at(own, window) + 1
        own[window] = count
        if (count === inLine) winner = colour
      }
    },
    undo() {
      const cell = moves.pop()
      assert(cell !== undefined, 'there is no stone to take back')
      // The colour to move is again that of the stone just taken.
      const own = counts[toMove()]
      stones[cell] = -1
      for (const window of at(windowsOf, cell)) own[window] = at(own, window) - 1
      // A stone is only ever placed in a game without a winner.
      winner = null
    },
    wins(cell, colour) {
      const own = counts[colour]
      for (const window of at(windowsOf, cell)) if (own[window] === inLine - 1) return true
      return false
    },
    counts: (colour) => counts[colour],
  }
  for (const cell of played) board.place(cell)
  return board
}
