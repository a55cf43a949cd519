import { describe, expect, it } from 'vitest'
import { createRng, type Rng } from '../../base/random.ts'
import { type Board, createBoard, geometryOf, O, X } from './board.ts'
import { moveName } from './moves.ts'
import { masterMove, nameOfOpponent, type Opponent, opponentMove, randomMove, rulesMove, SCRIPTED } from './opponents.ts'

const RANDOM: Opponent = { name: 'random', randomShare: 1, depth: 1 }
const RULES: Opponent = { name: 'rules', randomShare: 0.3, depth: 1 }
const MINIMAX: Opponent = { name: 'minimax', randomShare: 0, depth: 3 }

function playGame(board: Board, x: Opponent, o: Opponent, rng: Rng): number {
  while (!board.isOver()) board.place(opponentMove(board.toMove() === X ? x : o, board, rng))
  const winner = board.winner()
  return winner === X ? 1 : winner === O ? 0 : 0.5
}

/** The mean score of `player` over games in which each side begins half the time: win 1, draw a half. */
function score(player: Opponent, other: Opponent, games: number, size = 6, inLine = 4): number {
  let sum = 0
  for (let game = 0; game < games; game++) {
    const board = createBoard(geometryOf(size, inLine))
    const rng = createRng([3, 5], game)
    sum += game % 2 === 0 ? playGame(board, player, other, rng) : 1 - playGame(board, other, player, rng)
  }
  return sum / games
}

const cellOf = (name: string, size = 6): number => (Number(name.slice(1)) - 1) * size + name.charCodeAt(0) - 97
const position = (names: string): Board =>
  createBoard(
    geometryOf(6, 4),
    names.split(' ').map((name) => cellOf(name)),
  )
const nameOf = (cell: number): string => moveName(6, cell, X)

describe('the scripted players', () => {
  it('are as strong as they are said to be: rules beats random, minimax beats rules', () => {
    expect(score(RULES, RANDOM, 200)).toBeGreaterThan(0.85)
    expect(score(MINIMAX, RULES, 60)).toBeGreaterThan(0.85)
    expect(score({ ...MINIMAX, depth: 2 }, { ...RULES, randomShare: 0 }, 60)).toBeGreaterThanOrEqual(0.5)
    expect(score({ ...MINIMAX, depth: 1 }, RULES, 20, 9, 5)).toBeGreaterThan(0.7)
  })

  it('grow stronger with depth and weaker with the share of random moves', () => {
    expect(score({ ...RULES, randomShare: 0 }, { ...RULES, randomShare: 0.6 }, 200)).toBeGreaterThan(0.8)
    expect(score({ ...MINIMAX, randomShare: 0.1 }, { ...MINIMAX, depth: 1, randomShare: 0.1 }, 60)).toBeGreaterThan(0.55)
  })

  it('that can be met by name stand in the order of their strength', () => {
    for (const [index, opponent] of SCRIPTED.entries()) {
      const weaker = SCRIPTED[index - 1]
      if (weaker !== undefined) expect(score({ ...opponent }, weaker, opponent.name === 'minimax' ? 40 : 200), opponent.title).toBeGreaterThan(0.5)
    }
    expect(SCRIPTED.map(nameOfOpponent)).toEqual(['random', 'rules-60', 'rules-30', 'rules', 'minimax-2', 'minimax-4'])
  })

  it('win before they block, and block before they build', () => {
    // X has three in row 1 and O three in row 6; whoever moves wins.
    expect(nameOf(rulesMove(position('a1 a6 b1 b6 c1 c6')))).toBe('d1')
    expect(nameOf(rulesMove(position('a1 a6 b1 b6 c1 c6 f3')))).toBe('d6')
    expect(nameOf(rulesMove(position('a1 a6 b1 b6 c1')))).toBe('d1')
    for (const depth of [1, 2, 3]) {
      const minimax = { ...MINIMAX, depth }
      expect(nameOf(masterMove(minimax, position('a1 a6 b1 b6 c1 c6')))).toBe('d1')
      expect(nameOf(masterMove(minimax, position('a1 a6 b1 b6 c1')))).toBe('d1')
    }
  })

  it('see two moves ahead when they search three deep: an open three decides', () => {
    // X to move has c3 d3 with both ends free: b3 or e3 makes three that cannot be stopped at both ends.
    expect(['b3', 'e3']).toContain(nameOf(masterMove(MINIMAX, position('c3 a6 d3 f6'))))
  })

  it('leave the board as it was', () => {
    const board = position('c3 a6 d3 f6')
    masterMove({ ...MINIMAX, depth: 4 }, board)
    expect(board.moves().map((cell) => nameOf(cell))).toEqual(['c3', 'a6', 'd3', 'f6'])
    expect(board.winner()).toBe(null)
  })

  it('draw random moves evenly among the free cells', () => {
    const board = position('c3 a6 d3 f6')
    const rng = createRng([1, 2])
    const counts = new Map<number, number>()
    for (let draw = 0; draw < 6400; draw++) {
      const cell = randomMove(board, rng)
      counts.set(cell, (counts.get(cell) ?? 0) + 1)
    }
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual(board.freeCells())
    for (const count of counts.values()) expect(Math.abs(count - 200)).toBeLessThan(60)
  })
})
