// What all games of lines on a square board have in common: the start, whose turn it is, a move with the scripted
// reply, what it pays, what a policy is told. Each game adds its settings, its opponents and its form. Against a
// scripted opponent, which replies within the step, there is one agent; otherwise X and O are agents in turn.

import { assert, at } from '../../base/assert.ts'
import type { Rng } from '../../base/random.ts'
import type { AgentId, EnvironmentDefinition, Transition } from '../contract.ts'
import type { ScenePoint } from '../scene.ts'
import { type Board, createBoard, type Geometry, O, X } from './board.ts'
import type { GameForm, GameObservation, Side } from './form.ts'
import { SIDES } from './form.ts'
import { lineView } from './line-view.ts'
import { freeMoves, moveName, readMove } from './moves.ts'

export type LineConfig = {
  /** `none`: X and O are both agents. */
  readonly opponent: string
  /** The side that the one agent plays against a scripted opponent. */
  readonly policy: Side
}

export type LineState<Config extends LineConfig> = {
  readonly config: Config
  /** Cells in the order in which they were played, X's first, those of the opening included. */
  readonly moves: readonly number[]
  /** So many of them stood on the board at the start. */
  readonly opening: number
  /** Drawn at the start, for players that are to differ from game to game and not from telling to telling. */
  readonly luck: number
  readonly result: Side | 'draw' | null
}

export interface Payoffs {
  readonly win: number
  readonly draw: number
  readonly loss: number
}

export interface LineRules<Config extends LineConfig> {
  geometryOf(config: Config): Geometry
  /** The cell that a scripted opponent plays; never asked where two agents play. */
  reply(config: Config, board: Board, rng: Rng): number
  payoffs(config: Config): Payoffs
  /** The most stones that stand on the board at the start. */
  greatestOpening(config: Config): number
  /** Where the next of them stands: never where it makes a line. */
  openingCell(config: Config, board: Board, rng: Rng): number
}

/** The players that are agents: both, or the one that meets a scripted opponent. */
const seats = ({ opponent, policy }: LineConfig): readonly Side[] => (opponent === 'none' ? SIDES : [policy])

const sideOf = (stones: number): Side => at(SIDES, stones % 2)

export function lineBoard<Config extends LineConfig>(rules: LineRules<Config>, { config, moves }: LineState<Config>): Board {
  return createBoard(rules.geometryOf(config), moves)
}

function startGame<Config extends LineConfig>(rules: LineRules<Config>, config: Config, rng: Rng): LineState<Config> {
  const board = createBoard(rules.geometryOf(config))
  const greatest = rules.greatestOpening(config)
  for (let stones = greatest === 0 ? 0 : rng.integer(greatest + 1); stones > 0; stones--) board.place(rules.openingCell(config, board, rng))
  if (!seats(config).includes(sideOf(board.moves().length))) {
    const cell = rules.reply(config, board, rng)
    // A game that is lost before the agent's first move would teach nothing.
    board.place(board.wins(cell, board.toMove()) ? quietCell(board, rng) : cell)
  }
  return { config, moves: [...board.moves()], opening: board.moves().length, luck: rng.uint32(), result: null }
}

/** A random free cell on which the side to move does not win. */
export function quietCell(board: Board, rng: Rng): number {
  const quiet = board.freeCells().filter((cell) => !board.wins(cell, board.toMove()))
  return at(quiet, rng.integer(quiet.length))
}

function playMove<Config extends LineConfig>(rules: LineRules<Config>, state: LineState<Config>, cell: number, rng: Rng): Transition<LineState<Config>> {
  assert(state.result === null, 'the game is over')
  const { config } = state
  const board = lineBoard(rules, state)
  board.place(cell)
  if (config.opponent !== 'none' && !board.isOver()) board.place(rules.reply(config, board, rng))
  const result = resultOf(board)
  return {
    state: { ...state, moves: [...board.moves()], result },
    rewards: payments(rules.payoffs(config), config, result),
    terminated: bySeat(config, () => result !== null),
    info: bySeat(config, () => (result === null ? {} : { result })),
    metrics: metricsOf(config, result),
  }
}

const bySeat = <T>(config: LineConfig, value: (side: Side) => T): Record<AgentId, T> => Object.fromEntries(seats(config).map((side) => [side, value(side)]))

function resultOf(board: Board): Side | 'draw' | null {
  const winner = board.winner()
  if (winner !== null) return at(SIDES, winner)
  return board.isOver() ? 'draw' : null
}

function payments({ win, draw, loss }: Payoffs, config: LineConfig, result: Side | 'draw' | null): Record<AgentId, number> {
  return bySeat(config, (side) => (result === null ? 0 : result === 'draw' ? draw : result === side ? win : loss))
}

/** Shares once they are averaged over episodes: of the one agent's wins, or of each side's. */
function metricsOf(config: LineConfig, result: Side | 'draw' | null): Readonly<Record<string, number>> {
  const draw = result === 'draw' ? 1 : 0
  if (config.opponent === 'none') return { winX: result === 'X' ? 1 : 0, winO: result === 'O' ? 1 : 0, draw }
  const win = result === config.policy ? 1 : 0
  return { win, draw, loss: result === null ? 0 : 1 - win - draw }
}

/** The stones of the last step: the agent's, and the reply of a scripted opponent; none while only the opening stands. */
function newestStones<Config extends LineConfig>({ config, moves, opening }: LineState<Config>): number {
  if (moves.length === opening) return 0
  return config.opponent !== 'none' && !seats(config).includes(sideOf(moves.length - 1)) ? 2 : 1
}

/** Every free cell with the text that plays it. */
function pointsOf(board: Board, form: GameForm): readonly ScenePoint[] {
  return board.freeCells().map((cell) => {
    const text = form.format(moveName(board.geometry.size, cell, board.toMove()))
    return { cell, action: text.slice(0, text.length - form.stopText.length) }
  })
}

const colourOf = (stones: number): typeof X | typeof O => (stones % 2 === 0 ? X : O)

type Shared = 'init' | 'agents' | 'turn' | 'observe' | 'legalActions' | 'step' | 'accountRewards' | 'prompt' | 'parse' | 'format' | 'view' | 'stopText'
export type LineDefinition<Config extends LineConfig> = EnvironmentDefinition<LineState<Config>, string, GameObservation, Config>

/** All of a definition that follows from the rules of lines and a form; the game adds its spec, settings and master. */
export function lineGame<Config extends LineConfig>(rules: LineRules<Config>, form: GameForm): Required<Pick<LineDefinition<Config>, Shared>> {
  return {
    init: (config, _split, rng) => startGame(rules, config, rng),
    agents: ({ result, config }) => (result === null ? seats(config) : []),
    turn: ({ result, moves }) => (result === null ? [sideOf(moves.length)] : []),

    observe({ config, moves, opening }, agent) {
      const { size, inLine } = rules.geometryOf(config)
      const you: Side = agent === 'O' ? 'O' : 'X'
      const first = !moves.some((_, index) => index >= opening && sideOf(index) === you)
      return { size, inLine, you, first, moves: moves.map((cell, index) => moveName(size, cell, colourOf(index))) }
    },

    legalActions: ({ config, moves }) => ({ kind: 'list', actions: freeMoves(rules.geometryOf(config).size, moves, colourOf(moves.length)) }),

    step(state, actions, rng) {
      const read = readMove(rules.geometryOf(state.config).size, actions[sideOf(state.moves.length)] ?? '')
      assert(read !== undefined, 'a step has a legal action of the side to move')
      return playMove(rules, state, read.cell, rng)
    },

    /** From the stones that lie there after the step; the result that the state claims is not read. */
    accountRewards: (_before, after) => payments(rules.payoffs(after.config), after.config, resultOf(lineBoard(rules, after))),

    prompt: (observation) => form.prompt(observation),
    parse: (text, observation) => form.parse(text, observation),
    format: (action) => form.format(action),

    view(state) {
      const board = lineBoard(rules, state)
      return lineView({ board, result: state.result, newest: newestStones(state), points: state.result === null ? pointsOf(board, form) : [] })
    },
    stopText: form.stopText,
  }
}
