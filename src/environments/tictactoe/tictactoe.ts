// The environment `tictactoe-v1`: three in a row on three by three, against the exact solver, a random player, or two
// agents against each other. Best play of both sides is a draw, so the share of draws against the solver says how near
// to perfect a policy is. The rules are those of all games of lines; the solver is in solver.ts.

import { at } from '../../base/assert.ts'
import { createRng, type Rng } from '../../base/random.ts'
import { type FieldsOf, parseConfig } from '../config.ts'
import type { Board } from '../gomoku/board.ts'
import { SIDES, type Side } from '../gomoku/form.ts'
import { type LineDefinition, type LineRules, type LineState, lineBoard, lineGame } from '../gomoku/line-game.ts'
import { LIST_FORM } from '../gomoku/list-form.ts'
import { moveName } from '../gomoku/moves.ts'
import { randomMove } from '../gomoku/opponents.ts'
import { countOptimal, optimalMoves, TIC_TAC_TOE } from './solver.ts'

export type TicTacToeConfig = {
  readonly opponent: 'none' | 'random' | 'solver'
  readonly randomShare: number
  readonly policy: Side
  readonly opening: number
}
export type TicTacToeState = LineState<TicTacToeConfig>

const FIELDS: FieldsOf<TicTacToeConfig> = {
  opponent: {
    kind: 'choice',
    title: 'Opponent',
    help: 'none: two agents play each other. solver: plays perfectly, one of its best moves at random.',
    default: 'none',
    choices: ['none', 'random', 'solver'],
  },
  randomShare: {
    kind: 'number',
    title: 'Random share',
    help: 'The share of its moves that the solver draws among all free cells instead.',
    default: 0,
    min: 0,
    max: 1,
  },
  policy: { kind: 'choice', title: 'The agent plays', help: 'X begins. Unused when two agents play each other.', default: 'X', choices: SIDES },
  opening: {
    kind: 'integer',
    title: 'Stones at the start',
    help: 'At most so many, drawn among those that keep the game a draw under best play; 0 is an empty board.',
    default: 0,
    min: 0,
    max: 4,
  },
}

const solverMove = (board: Board, rng: Rng): number => {
  const moves = optimalMoves(board)
  return at(moves, rng.integer(moves.length))
}

const RULES: LineRules<TicTacToeConfig> = {
  geometryOf: () => TIC_TAC_TOE,
  // What one side wins the other loses: the two always share 1.
  payoffs: () => ({ win: 1, draw: 0.5, loss: 0 }),
  greatestOpening: ({ opening }) => opening,
  openingCell: (_config, board, rng) => solverMove(board, rng),
  reply: ({ opponent, randomShare }, board, rng) => (opponent === 'random' || rng.float() < randomShare ? randomMove(board, rng) : solverMove(board, rng)),
}

const game = lineGame(RULES, LIST_FORM)

export const tictactoe: LineDefinition<TicTacToeConfig> = {
  ...game,
  spec: {
    id: 'tictactoe-v1',
    title: 'Tic-tac-toe',
    summary: 'Three in a row on three by three. Perfect play is a draw, and an exact solver says which moves are perfect.',
    possibleAgents: SIDES,
    config: FIELDS,
    maxTurns: TIC_TAC_TOE.cells,
    rewardRange: [0, 1],
    alphabet: 'abcABC123',
    illegalAction: { kind: 'lose', reward: 0 },
  },

  parseConfig: (input) => parseConfig(FIELDS, input),

  /** Adds the share of each agent's moves so far that kept the value of the position. */
  step(state, actions, rng) {
    const transition = game.step(state, actions, rng)
    return { ...transition, metrics: { ...transition.metrics, ...optimalShares(transition.state) } }
  },

  opponents: [
    { name: 'random', title: 'Random moves', act: (state, _agent, rng) => solverName(state, rng, 1) },
    { name: 'solver-50', title: 'Solver, every other move at random', act: (state, _agent, rng) => solverName(state, rng, 0.5) },
    { name: 'solver', title: 'Solver: never loses', act: (state, _agent, rng) => solverName(state, rng, 0) },
  ],

  /** One of the solver's moves: always the same at a position of a game, others in other games. */
  demonstrate(state) {
    const board = lineBoard(RULES, state)
    return moveName(TIC_TAC_TOE.size, solverMove(board, createRng([state.luck, 0x736f6c76], state.moves.length)), board.toMove())
  },
}

/** A move of the solver that draws this share of its moves among all free cells instead. */
function solverName(state: TicTacToeState, rng: Rng, randomShare: number): string {
  const board = lineBoard(RULES, state)
  const cell = rng.float() < randomShare ? randomMove(board, rng) : solverMove(board, rng)
  return moveName(TIC_TAC_TOE.size, cell, board.toMove())
}

function optimalShares({ config, moves, opening }: TicTacToeState): Readonly<Record<string, number>> {
  const shares = countOptimal(moves, opening).map(({ moves: all, optimal }) => (all === 0 ? 1 : optimal / all))
  if (config.opponent !== 'none') return { optimal: at(shares, SIDES.indexOf(config.policy)) }
  return { optimalX: at(shares, 0), optimalO: at(shares, 1) }
}
