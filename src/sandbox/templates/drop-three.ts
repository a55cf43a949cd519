// A small board game for two: stones fall to the bottom of a column, and three in a row win, upright, level or slanting.

import { type AgentId, type Environment, fail, ok } from 'tokenloom'

const SIZE = 4
const PLAYERS = ['x', 'o'] as const
const COLUMNS = 'abcd'
/** Right, down, and both ways down at a slant. */
const WAYS = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
] as const

/** Cells row by row from the top left: 'x', 'o' or '.'. */
type State = { readonly board: string; readonly last: number | null; readonly winner: string | null }
type Observation = { readonly board: string; readonly last: string }

const cell = (board: string, row: number, column: number): string =>
  row < 0 || row >= SIZE || column < 0 || column >= SIZE ? '' : board.charAt(row * SIZE + column)

/** The three cells that win, or none. */
function lineOf(board: string): readonly number[] {
  for (let row = 0; row < SIZE; row++) {
    for (let column = 0; column < SIZE; column++) {
      const stone = cell(board, row, column)
      if (stone === '.') continue
      for (const [down, right] of WAYS) {
        const own = [0, 1, 2].every((far) => cell(board, row + far * down, column + far * right) === stone)
        if (own) return [0, 1, 2].map((far) => (row + far * down) * SIZE + column + far * right)
      }
    }
  }
  return []
}

const stones = (board: string): number => [...board].filter((one) => one !== '.').length
const isOver = ({ board, winner }: State): boolean => winner !== null || stones(board) === SIZE * SIZE
const mover = ({ board }: State): AgentId => (stones(board) % 2 === 0 ? 'x' : 'o')
const open = (board: string): readonly number[] => [0, 1, 2, 3].filter((column) => cell(board, 0, column) === '.')

function dropped(board: string, column: number, stone: string): { readonly board: string; readonly at: number } {
  let row = SIZE - 1
  while (cell(board, row, column) !== '.') row--
  const at = row * SIZE + column
  return { board: board.slice(0, at) + stone + board.slice(at + 1), at }
}

/** Wins if it can, blocks if it must, else plays the first column towards the middle. */
function master({ board }: State, agent: AgentId): number {
  const columns = open(board)
  const other = agent === 'x' ? 'o' : 'x'
  const winning = (stone: string): number | undefined => columns.find((column) => lineOf(dropped(board, column, stone).board).length > 0)
  return winning(agent) ?? winning(other) ?? [1, 2, 0, 3].find((column) => columns.includes(column)) ?? 0
}

export default {
  spec: {
    id: 'drop-three-v1',
    title: 'Drop three',
    summary: 'Stones fall into columns; three in a row win.',
    possibleAgents: [...PLAYERS],
    maxTurns: SIZE * SIZE,
    rewardRange: [-1, 1],
    illegalAction: { kind: 'lose', reward: -1 },
    config: {
      opening: { kind: 'integer', title: 'Opening', help: 'Stones that lie on the board at the start, dropped by chance.', default: 1, min: 0, max: 3 },
    },
  },
  stopText: '\n',
  init({ opening }, _split, rng) {
    let state: State = { board: '.'.repeat(SIZE * SIZE), last: null, winner: null }
    for (let stone = 0; stone < opening; stone++) {
      const columns = open(state.board)
      const { board, at } = dropped(state.board, columns[rng.integer(columns.length)] ?? 0, mover(state))
      state = { board, last: at, winner: null }
    }
    return state
  },
  agents: (state) => (isOver(state) ? [] : PLAYERS),
  turn: (state) => (isOver(state) ? [] : [mover(state)]),
  observe: ({ board, last }) => ({ board, last: last === null ? '-' : COLUMNS.charAt(last % SIZE) }),
  legalActions: ({ board }) => ({ kind: 'list', actions: open(board) }),
  step(state, actions) {
    const stone = mover(state)
    const { board, at } = dropped(state.board, actions[stone] ?? 0, stone)
    const next = { board, last: at, winner: lineOf(board).length > 0 ? stone : null }
    const over = isOver(next)
    const reward = (agent: AgentId): number => (next.winner === null ? 0 : next.winner === agent ? 1 : -1)
    return {
      state: next,
      rewards: Object.fromEntries(PLAYERS.map((agent) => [agent, reward(agent)])),
      terminated: Object.fromEntries(PLAYERS.map((agent) => [agent, over])),
      info: Object.fromEntries(PLAYERS.map((agent) => [agent, {}])),
    }
  },
  // Row by row, then where the last stone fell.
  prompt: ({ board, last }, agent) => `\n${[0, 4, 8, 12].map((from) => board.slice(from, from + 4)).join('/')} ${last} ${agent}: `,
  parse(text) {
    const column = /^[abcd]\n$/.test(text) ? COLUMNS.indexOf(text.charAt(0)) : -1
    return column < 0 ? fail({ reason: 'a column is a, b, c or d, then a newline' }) : ok(column)
  },
  format: (column) => `${COLUMNS.charAt(column)}\n`,
  demonstrate: (state, agent) => master(state, agent),
  view: (state) => ({
    kind: 'grid',
    rows: SIZE,
    columns: SIZE,
    ground: 'cells',
    columnNames: [...COLUMNS],
    rowNames: ['1', '2', '3', '4'],
    pieces: [...state.board].flatMap((stone, at) =>
      stone === '.'
        ? []
        : [{ kind: 'stone', cell: at, tone: stone === 'x' ? 0 : 1, mark: stone, name: `${stone}, column ${COLUMNS.charAt(at % SIZE)}` } as const],
    ),
    last: state.last === null ? [] : [state.last],
    line: [...lineOf(state.board)],
    // A press on a column's lowest free cell drops a stone there.
    points: isOver(state) ? [] : open(state.board).map((column) => ({ cell: dropped(state.board, column, 'x').at, action: COLUMNS.charAt(column) })),
    caption: state.winner !== null ? `${state.winner} has three in a row.` : isOver(state) ? 'The board is full.' : `${mover(state)} is to move.`,
  }),
} satisfies Environment<State, number, Observation, { readonly opening: number }>
