// The environment `harvest-v1` and its forms for eight: agents on a grid, each of which must gather items of its own
// colour. All look, then all move. Nobody is told its colour: only rewards tell, so one base serves all agents and what
// differs is what each has learned. A turn's rewards can be read from the states before and after it (accountRewards).

import { at } from '../../base/assert.ts'
import { fail, ok } from '../../base/result.ts'
import { type FieldOf, type FieldsOf, parseConfig } from '../config.ts'
import type { AgentId, EnvironmentDefinition } from '../contract.ts'
import { BY_OFFSETS, BY_WAYS, type Face, type HarvestSight, sightText, towards } from './face.ts'
import { type Board, DIRECTIONS, type Direction, drawBoard, freeCell, moveAll, nearestItems, sights } from './grid.ts'
import { harvestView } from './harvest-view.ts'

export type HarvestConfig = {
  readonly size: number
  /** Items of each colour on the board at any time. */
  readonly items: number
  /** Turns of every agent. */
  readonly turns: number
  /** What an item of another colour costs. */
  readonly penalty: number
  /** Colours that an agent sees: the nearest ones. */
  readonly seen: number
}

export type HarvestState = {
  readonly board: Board
  readonly turn: number
  readonly turns: number
  readonly penalty: number
  readonly seen: number
  /** Items taken so far by all agents together: of their own colour, and of others. */
  readonly own: number
  readonly other: number
}

export type HarvestObservation = { readonly turn: number; readonly items: readonly HarvestSight[] }
export type Harvest = EnvironmentDefinition<HarvestState, Direction, HarvestObservation, HarvestConfig>

/** Agents by the colour that pays them; an observation writes a colour as its letter. */
const COLOURS = [
  ['red', 'R'],
  ['green', 'G'],
  ['blue', 'B'],
  ['yellow', 'Y'],
  ['orange', 'O'],
  ['purple', 'P'],
  ['teal', 'T'],
  ['lime', 'L'],
] as const
export type AgentCount = 3 | 4 | 5 | 6 | 7 | 8

/** One digit an offset. */
const GREATEST_SIZE = 10
const GREATEST_TURNS = 24

export function harvestFor(count: AgentCount, id: string, defaults: HarvestConfig, face: Face = BY_OFFSETS): Harvest {
  const agents: readonly AgentId[] = COLOURS.slice(0, count).map(([name]) => name)
  const indexOf = (agent: AgentId): number => agents.indexOf(agent)
  const integer = (title: string, help: string, fallback: number, min: number, max: number): FieldOf<number> => ({
    kind: 'integer',
    title,
    help,
    default: fallback,
    min,
    max,
  })
  const fields: FieldsOf<HarvestConfig> = {
    size: integer('Size', 'Rows and columns of the grid.', defaults.size, count === 3 ? 4 : 7, GREATEST_SIZE),
    items: integer('Items', 'Items of each colour on the grid at any time.', defaults.items, 1, 4),
    turns: integer('Turns', 'Moves of every agent.', defaults.turns, 1, GREATEST_TURNS),
    penalty: {
      kind: 'number',
      title: 'Penalty',
      help: 'What an item of another colour costs. At 0.5 an agent may learn to stand still.',
      default: defaults.penalty,
      min: 0,
      max: 1,
    },
    seen: integer('Colours in sight', 'An agent sees the nearest item of each of the nearest colours, this many.', defaults.seen, 1, count),
  }
  const harvest: Harvest = {
    spec: {
      id,
      title: `${count === 3 ? 'Harvest' : `Harvest for ${count}`}${face === BY_WAYS ? ', told ways' : ''}`,
      summary: `${count} agents on a grid gather items, each of them paid for a colour of its own that it is not told.`,
      possibleAgents: agents,
      maxTurns: count * GREATEST_TURNS,
      rewardRange: [-1, 1],
      alphabet: DIRECTIONS.join(''),
      illegalAction: { kind: 'lose', reward: 0 },
      config: fields,
    },

    parseConfig: (input) => parseConfig(fields, input),

    // Every play starts on a board of its own, far more of them than any run can meet: the parts need no list.
    init: ({ size, items, turns, penalty, seen }, _split, rng) => ({
      board: drawBoard(size, count, items, rng),
      turn: 0,
      turns,
      penalty,
      seen,
      own: 0,
      other: 0,
    }),
    agents: (state) => (state.turn >= state.turns ? [] : agents),
    turn: (state) => (state.turn >= state.turns ? [] : agents),
    observe: ({ board, turn, seen }, agent) => ({
      turn,
      items: sights(board, indexOf(agent), seen).map(({ colour, ...offset }) => face(at(COLOURS, colour)[1], offset)),
    }),
    legalActions: () => ({ kind: 'list', actions: DIRECTIONS }),

    step(state, actions, rng) {
      const directions = agents.map((agent) => actions[agent] ?? 'n')
      const { board, taken } = moveAll(state.board, directions, rng)
      const own = state.own + taken.filter((colour, agent) => colour === agent).length
      const other = state.other + taken.filter((colour, agent) => colour !== null && colour !== agent).length
      const over = state.turn + 1 >= state.turns
      return {
        state: { ...state, board, turn: state.turn + 1, own, other },
        rewards: Object.fromEntries(agents.map((agent, index) => [agent, payFor(at(taken, index), index, state.penalty)])),
        terminated: Object.fromEntries(agents.map((agent) => [agent, over])),
        info: Object.fromEntries(agents.map((agent, index) => [agent, { taken: colourName(at(taken, index)) }])),
        metrics: { own: own / count, other: other / count, taken: (own + other) / count },
      }
    },

    prompt: ({ turn, items }) => `${turn === 0 ? '\n' : ''}${items.map(sightText).join('')}>`,
    parse(text) {
      const letter = /^([nsew])\n$/.exec(text)?.[1]
      const direction = DIRECTIONS.find((known) => known === letter)
      return direction === undefined ? fail({ reason: 'a move is n, s, e or w and a newline' }) : ok(direction)
    },
    format: (action) => `${action}\n`,
    demonstrate(state, agent) {
      const offset = nearestItems(state.board, indexOf(agent)).find(({ colour }) => colour === indexOf(agent))
      return offset === undefined ? 'n' : towards(offset)
    },
    /** Where the others stand is hidden: they are put elsewhere. */
    redrawHidden(state, agent, rng) {
      let board: Board = state.board
      agents.forEach((other, index) => {
        if (other === agent) return
        const cell = freeCell(board, rng)
        board = { ...board, places: board.places.map((place, i) => (i === index ? cell : place)) }
      })
      return { ...state, board }
    },
    /** Who stands now on a cell that held an item, and did not stand there before, has taken it. */
    accountRewards: (before, after) =>
      Object.fromEntries(
        agents.map((agent, index) => {
          const cell = at(after.board.places, index)
          const item = cell === at(before.board.places, index) ? undefined : before.board.items.find((other) => other.cell === cell)
          return [agent, item === undefined ? 0 : item.colour === index ? 1 : 0 - before.penalty]
        }),
      ),
    view: ({ board, turn, turns, own, other }) => harvestView({ board, turn, turns, own, other, colours: COLOURS }),
    stopText: '\n',
  }
  return harvest
}

const payFor = (taken: number | null, agent: number, penalty: number): number => (taken === null ? 0 : taken === agent ? 1 : 0 - penalty)
const colourName = (colour: number | null): string | null => (colour === null ? null : at(COLOURS, colour)[0])

export const harvest = harvestFor(3, 'harvest-v1', { size: 5, items: 2, turns: 12, penalty: 0.2, seen: 3 })
export const harvestForEight = harvestFor(8, 'harvest-8-v1', { size: 9, items: 3, turns: 16, penalty: 0.2, seen: 4 })
/** The same rules, told by the way to the nearest item of every colour: the second version, with a base of its own. */
export const harvestForEightByWays = harvestFor(8, 'harvest-8-v2', { size: 9, items: 3, turns: 16, penalty: 0.2, seen: 8 }, BY_WAYS)
