import { describe, expect, it } from 'vitest'
import { createRng } from '../../base/random.ts'
import { createBoard, geometryOf, O, X } from './board.ts'
import { gomokuLine, SMALL_GAMES } from './corpus.ts'
import { readMove } from './moves.ts'

const games = (count: number, corpus = SMALL_GAMES) => {
  const rng = createRng([7, 11])
  return Array.from({ length: count }, () => gomokuLine(rng, corpus))
}
/** The game that a line tells, replayed: every word has to be the legal move of the side to move. */
const replay = (line: string, size = 6, inLine = 4) => {
  const [, header, moves] = /^\n(\d+x\d+,\d):((?:[a-oA-O]\d+ )*)\n$/.exec(line) ?? []
  const board = createBoard(geometryOf(size, inLine))
  for (const word of (moves ?? '').trimEnd().split(' ')) {
    const move = readMove(size, word)
    expect(move?.colour).toBe(board.toMove())
    board.place(move?.cell ?? -1)
  }
  return { header, board }
}

describe('the corpus of gomoku', () => {
  it('tells whole legal games, and nothing after their end', () => {
    for (const line of games(300)) {
      const { header, board } = replay(line)
      expect([header, board.isOver()]).toEqual(['6x6,4', true])
      expect(line.length).toBeLessThan(128)
    }
  })

  it('is a pure function of its generator, with many different games won by both sides', () => {
    expect(games(50)).toEqual(games(50))
    const all = games(400)
    expect(new Set(all).size).toBeGreaterThan(340)
    const winners = all.map((line) => replay(line).board.winner())
    for (const colour of [X, O]) expect(winners.filter((winner) => winner === colour).length).toBeGreaterThan(80)
  })

  it('is of any board', () => {
    for (const line of games(10, { ...SMALL_GAMES, size: 15, inLine: 5 })) expect(replay(line, 15, 5).board.isOver()).toBe(true)
  })
})
