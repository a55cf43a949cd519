// The environments `gomoku-v1` and `gomoku-board-v1`: one set of rules, two forms of telling and writing. What all games
// of lines share is in line-game.ts, the settings in settings.ts, the players in opponents.ts.

import { fail, ok } from '../../base/result.ts'
import { type FieldsOf, parseConfig } from '../config.ts'
import { createBoard, geometryOf } from './board.ts'
import { BOARD_FORM } from './board-form.ts'
import { type GameForm, SIDES } from './form.ts'
import { type LineDefinition, type LineRules, type LineState, lineBoard, lineGame, quietCell } from './line-game.ts'
import { LIST_FORM } from './list-form.ts'
import { moveName, readMove } from './moves.ts'
import { masterMove, nameOfOpponent, opponentMove, SCRIPTED } from './opponents.ts'
import { type GomokuConfig, gomokuFields, illegalMoves, PAPER_BOARD, REWARDS, SMALL_BOARD } from './settings.ts'

export type GomokuState = LineState<GomokuConfig>
export type GomokuDefinition = LineDefinition<GomokuConfig>

/** Stones fill the greatest board; the agents can make no more turns than that. */
const MOST_TURNS = 15 * 15

const RULES: LineRules<GomokuConfig> = {
  geometryOf: ({ size, inLine }) => geometryOf(size, inLine),
  payoffs: ({ rewards }) => REWARDS[rewards],
  greatestOpening: ({ opening }) => opening,
  openingCell: (_config, board, rng) => quietCell(board, rng),
  reply({ opponent, randomShare, depth }, board, rng) {
    return opponentMove({ name: opponent === 'none' ? 'rules' : opponent, randomShare, depth }, board, rng)
  },
}

function gomokuIn(form: GameForm, fields: FieldsOf<GomokuConfig>, named: { id: string; title: string; alphabet?: string }): GomokuDefinition {
  const defaults = parseConfig(fields, {})
  if (!defaults.ok) throw defaults.error
  return {
    ...lineGame(RULES, form),
    spec: {
      ...named,
      summary: 'Stones in turn on a square board; so many in a row win. Against a scripted opponent, or two agents against each other.',
      possibleAgents: SIDES,
      config: fields,
      maxTurns: MOST_TURNS,
      rewardRange: [-10, 10],
      illegalAction: illegalMoves(defaults.value, form.name),
    },
    parseConfig: (input) => parseConfig(fields, input),
    illegalAction: (config) => illegalMoves(config, form.name),

    /** The move of the opponent's master; of the rules where two agents play. */
    demonstrate(state) {
      const { opponent, depth, size } = state.config
      const board = lineBoard(RULES, state)
      return moveName(size, masterMove({ name: opponent === 'minimax' ? 'minimax' : 'rules', randomShare: 0, depth }, board), board.toMove())
    },

    opponents: SCRIPTED.map(({ title, ...opponent }) => ({
      name: nameOfOpponent(opponent),
      title,
      act(state, _agent, rng) {
        const board = lineBoard(RULES, state)
        return moveName(state.config.size, opponentMove(opponent, board, rng), board.toMove())
      },
    })),

    /** Moves from the empty board on, X's first: `c4 D3`. The agent goes on as X, so their number is even. */
    readTask(text) {
      const config = defaults.value
      const board = createBoard(RULES.geometryOf(config))
      for (const word of text.split(/\s+/).filter((part) => part !== '')) {
        const read = readMove(config.size, word)
        if (read === undefined || read.colour !== board.toMove() || board.isOver() || !board.isFree(read.cell))
          return fail({ reason: `${word.slice(0, 20)} is not the next move: a column and a row, X's in small letters and O's in capitals` })
        board.place(read.cell)
      }
      const moves = [...board.moves()]
      if (board.isOver() || moves.length % 2 === 1) return fail({ reason: 'the agent plays X, and it has to be X to move' })
      return ok({ config, moves, opening: moves.length, luck: 0, result: null })
    },
  }
}

export const gomoku = gomokuIn(LIST_FORM, gomokuFields(SMALL_BOARD, 'unit'), { id: 'gomoku-v1', title: 'Gomoku', alphabet: 'abcdefABCDEF123456' })
export const gomokuBoard = gomokuIn(BOARD_FORM, gomokuFields(PAPER_BOARD, 'paper'), { id: 'gomoku-board-v1', title: 'Gomoku in words' })
