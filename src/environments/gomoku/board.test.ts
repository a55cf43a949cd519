import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Board, type Colour, createBoard, DIRECTIONS, geometryOf, O, otherColour, X } from './board.ts'

/** Every line of every length, counted stone by stone from each cell: slow, and plainly right. */
function linesByHand(board: Board, colour: Colour): boolean {
  const { size, inLine } = board.geometry
  const own = (column: number, row: number) => column >= 0 && column < size && row >= 0 && row < size && board.colourAt(row * size + column) === colour
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      for (const [right, down] of DIRECTIONS) {
        let length = 0
        while (own(column + right * length, row + down * length)) length++
        if (length >= inLine) return true
      }
  return false
}

const sizes = fc.record({ size: fc.integer({ min: 3, max: 15 }), line: fc.integer({ min: 3, max: 5 }) }).map(({ size, line }) => ({
  size,
  inLine: Math.min(line, size),
}))
const draws = fc.array(fc.nat(), { maxLength: 80 })

/** Plays the drawn moves, each among the free cells, until the game is over; `look` sees the board before each. */
function playDrawn(board: Board, numbers: readonly number[], look: (cell: number) => void): void {
  for (const number of numbers) {
    if (board.isOver()) return
    const free = board.freeCells()
    const cell = free[number % free.length] ?? 0
    look(cell)
    board.place(cell)
  }
}

describe('the board', () => {
  it('finds exactly the lines that counting by hand finds, before and after the move', () => {
    fc.assert(
      fc.property(sizes, draws, ({ size, inLine }, numbers) => {
        const board = createBoard(geometryOf(size, inLine))
        playDrawn(board, numbers, (cell) => {
          expect(linesByHand(board, X) || linesByHand(board, O)).toBe(false)
          const colour = board.toMove()
          const foretold = board.wins(cell, colour)
          const foretoldOther = board.wins(cell, otherColour(colour))
          board.place(cell)
          expect(board.winner()).toBe(linesByHand(board, colour) ? colour : null)
          expect(foretold).toBe(board.winner() === colour)
          board.undo()
          // Whether the other side would win there: a board on which it holds the cell.
          const stones = Array.from({ length: size * size }, (_, other) => (other === cell ? otherColour(colour) : board.colourAt(other)))
          const asked: Board = { ...board, colourAt: (other) => stones[other] ?? null }
          expect(foretoldOther).toBe(linesByHand(asked, otherColour(colour)))
        })
        if (board.winner() === null) expect(linesByHand(board, X) || linesByHand(board, O)).toBe(false)
      }),
      { numRuns: 150 },
    )
  })

  it('has the right colours and counts after any number of moves taken back', () => {
    fc.assert(
      fc.property(sizes, draws, fc.nat(), ({ size, inLine }, numbers, back) => {
        const geometry = geometryOf(size, inLine)
        const board = createBoard(geometry)
        playDrawn(board, numbers, () => {})
        const moves = [...board.moves()]
        const kept = moves.length - (back % (moves.length + 1))
        while (board.moves().length > kept) board.undo()
        const fresh = createBoard(geometry, moves.slice(0, kept))
        expect(board.moves()).toEqual(moves.slice(0, kept))
        for (const [index, cell] of board.moves().entries()) expect(board.colourAt(cell)).toBe(index % 2 === 0 ? X : O)
        expect(board.toMove()).toBe(kept % 2 === 0 ? X : O)
        expect(board.winner()).toBe(fresh.winner())
        for (const colour of [X, O] as const) expect([...board.counts(colour)]).toEqual([...fresh.counts(colour)])
      }),
    )
  })

  it('is drawn when the last cell is taken without a line, and not one stone earlier', () => {
    // Pairs of columns in turn: no three in a row anywhere on three by three.
    const moves = [0, 1, 2, 4, 3, 6, 5, 8, 7]
    const board = createBoard(geometryOf(3, 3), moves.slice(0, 8))
    expect([board.isOver(), board.freeCells()]).toEqual([false, [7]])
    board.place(7)
    expect([board.isOver(), board.winner()]).toEqual([true, null])
    expect(() => board.place(7)).toThrow('not free')
  })

  it('is won by the stone that fills the board, which is no draw', () => {
    // X takes the whole left column with the ninth stone.
    const board = createBoard(geometryOf(3, 3), [0, 1, 3, 4, 2, 5, 7, 8, 6])
    expect([board.isOver(), board.winner(), board.freeCells()]).toEqual([true, X, []])
  })

  it('counts more than enough in a row as a win, and no line that runs over an edge', () => {
    const { size } = geometryOf(6, 4)
    const cell = (name: string) => (Number(name[1]) - 1) * size + name.charCodeAt(0) - 97
    const row = createBoard(geometryOf(6, 4), ['a1', 'a6', 'b1', 'b6', 'd1', 'd6', 'e1', 'f5'].map(cell))
    row.place(cell('c1'))
    expect(row.winner()).toBe(X)
    const edge = createBoard(geometryOf(6, 4), ['e1', 'a6', 'f1', 'c6', 'a2', 'e5', 'b2'].map(cell))
    expect(edge.winner()).toBe(null)
  })
})
