import { describe, expect, it } from 'vitest'
import type { Json } from '../../base/json.ts'
import { createRng } from '../../base/random.ts'
import { type Board, createBoard, O, X } from '../gomoku/board.ts'
import { readMove } from '../gomoku/moves.ts'
import { randomMove } from '../gomoku/opponents.ts'
import { createPlay } from '../play.ts'
import { checkEnvironment } from '../suite/check-environment.ts'
import { tictactoeLine } from './corpus.ts'
import { countOptimal, gameValue, optimalMoves, TIC_TAC_TOE } from './solver.ts'
import { tictactoe } from './tictactoe.ts'

/** Plain minimax from X's side, without a memory: what the solver must agree with. */
function plainValue(board: Board): number {
  const winner = board.winner()
  if (winner !== null) return winner === X ? 1 : -1
  if (board.isOver()) return 0
  const values = board.freeCells().map((cell) => {
    board.place(cell)
    const value = plainValue(board)
    board.undo()
    return value
  })
  return board.toMove() === X ? Math.max(...values) : Math.min(...values)
}

const play = (input: Json, seed: number) => {
  const config = tictactoe.parseConfig(input)
  if (!config.ok) throw config.error
  return createPlay(tictactoe, { config: config.value, split: 'train', start: createRng([seed, 1]), chance: createRng([seed, 2]) })
}

describe('the solver', () => {
  it('agrees with plain minimax at every position within reach, and keeps the value with its moves', () => {
    let positions = 0
    const visit = (board: Board): void => {
      positions++
      const plain = plainValue(board)
      expect(gameValue(board) + 0).toBe((board.toMove() === X ? plain : -plain) + 0)
      if (board.isOver()) return
      for (const cell of board.freeCells()) {
        board.place(cell)
        expect(optimalMoves(createBoard(TIC_TAC_TOE, board.moves().slice(0, -1))).includes(cell)).toBe(plainValue(board) === plain)
        board.undo()
      }
    }
    for (let seed = 0; seed < 30; seed++) {
      const board = createBoard(TIC_TAC_TOE)
      const rng = createRng([seed, 3])
      while (!board.isOver()) {
        if (board.moves().length > 1) visit(board)
        board.place(randomMove(board, rng))
      }
      visit(board)
    }
    expect(positions).toBeGreaterThan(150)
    expect(gameValue(createBoard(TIC_TAC_TOE))).toBe(0)
  })

  it('knows which answers to a corner lose: all but the centre', () => {
    expect(optimalMoves(createBoard(TIC_TAC_TOE, [0]))).toEqual([4])
    expect(countOptimal([0, 4], 0)).toEqual([
      { moves: 1, optimal: 1 },
      { moves: 1, optimal: 1 },
    ])
    expect(countOptimal([0, 1], 0)[1]).toEqual({ moves: 1, optimal: 0 })
    expect(countOptimal([0, 1], 2)[1]).toEqual({ moves: 0, optimal: 0 })
  })
})

describe('tictactoe-v1', () => {
  for (const config of [{}, { opponent: 'solver' }, { opponent: 'random', policy: 'O', opening: 3 }] as const) {
    it(`keeps the contract: ${JSON.stringify(config)}`, () => {
      const report = checkEnvironment(tictactoe, { plays: 25, config })
      expect(report.checks.filter((check) => check.verdict !== 'valid')).toEqual([])
    })
  }

  it('is a draw whenever the demonstration meets the solver, by many different games', () => {
    const games = Array.from({ length: 60 }, (_, seed) => {
      const game = play({ opponent: 'solver', policy: seed % 2 === 0 ? 'X' : 'O' }, seed)
      for (;;) {
        const [agent] = game.waiting()
        if (agent === undefined) throw new Error('the game ended without its last update')
        const update = game.submit({ [agent]: tictactoe.format(tictactoe.demonstrate?.(game.state() as never, agent) ?? '') })
        if (update.stop !== undefined) return { moves: JSON.stringify(game.state()), update, agent }
      }
    })
    for (const { update, agent } of games)
      expect(update).toMatchObject({ stop: 'completed', metrics: { draw: 1, win: 0, loss: 0, optimal: 1 }, rewards: { [agent]: 0.5 } })
    expect(new Set(games.map(({ moves }) => moves)).size).toBeGreaterThan(20)
  })

  it('opens with stones that leave a draw to be played for', () => {
    const config = { opponent: 'none', randomShare: 0, policy: 'X', opening: 4 } as const
    const starts = Array.from({ length: 200 }, (_, seed) => tictactoe.init(config, 'train', createRng([seed, 7])))
    for (const { moves, result } of starts) {
      expect(gameValue(createBoard(TIC_TAC_TOE, moves))).toBe(0)
      expect(result).toBe(null)
    }
    expect(new Set(starts.map(({ moves }) => moves.length))).toEqual(new Set([0, 1, 2, 3, 4]))
  })

  it('never lets a random player beat the solver, which beats it often', () => {
    const results = Array.from({ length: 200 }, (_, seed) => {
      const game = play({ opponent: 'solver' }, seed)
      const rng = createRng([seed, 8])
      for (;;) {
        const legal = tictactoe.legalActions(game.state() as never, 'X')
        const actions = legal.kind === 'list' ? legal.actions : []
        const update = game.submit({ X: `${actions[rng.integer(actions.length)]} ` })
        if (update.stop !== undefined) return update.metrics
      }
    })
    expect(results.every(({ win }) => win === 0)).toBe(true)
    expect(results.filter(({ loss }) => loss === 1).length).toBeGreaterThan(100)
  })

  it('shares 1 between two agents and tells how many of their moves were perfect', () => {
    const game = play({}, 1)
    expect(game.prompt('X')).toBe('\n3x3,3:')
    for (const [index, move] of ['a1', 'B1', 'b2', 'C3', 'a2', 'A3'].entries()) game.submit({ [index % 2 === 0 ? 'X' : 'O']: `${move} ` })
    // O's answer in the middle of a side lost the game, and X wins in the middle row.
    expect(game.submit({ X: 'c2 ' })).toMatchObject({ stop: 'completed', rewards: { X: 1, O: 0 }, metrics: { winX: 1, winO: 0, draw: 0, optimalX: 1 } })
  })
})

describe('the corpus of tic-tac-toe', () => {
  it('tells whole legal games that both sides win and draw', () => {
    const rng = createRng([5, 6])
    const winners = Array.from({ length: 300 }, () => {
      const [, moves] = /^\n3x3,3:((?:[a-cA-C][1-3] )*)\n$/.exec(tictactoeLine(rng)) ?? []
      const board = createBoard(TIC_TAC_TOE)
      for (const word of (moves ?? '').trimEnd().split(' ')) {
        expect(readMove(3, word)?.colour).toBe(board.toMove())
        board.place(readMove(3, word)?.cell ?? -1)
      }
      expect(board.isOver()).toBe(true)
      return board.winner()
    })
    for (const winner of [X, O, null]) expect(winners.filter((other) => other === winner).length).toBeGreaterThan(25)
  })
})
