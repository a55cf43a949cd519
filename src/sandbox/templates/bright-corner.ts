// A picture puzzle: the question is seen, not read. A small grey picture is dark but for one bright square; which corner is it in? The
// picture stands in the prompt where the mark stands. Training on it takes a base that sees pictures.

import { type Environment, fail, greyPicture, ok, PICTURE_MARK } from 'tokenloom'

const SIDE = 32
const CORNERS = ['nw', 'ne', 'sw', 'se'] as const

type State = { readonly corner: number; readonly x: number; readonly y: number; readonly noise: readonly number[]; readonly answer: string | null }
/** Where the square begins, and how dark each part of the ground is: what the picture is made of. */
type Observation = { readonly x: number; readonly y: number; readonly noise: readonly number[] }

const square = 8

export default {
  spec: {
    id: 'bright-corner-v1',
    title: 'Bright corner',
    summary: 'Sees in which corner of a picture the bright square lies.',
    possibleAgents: ['viewer'],
    maxTurns: 1,
    rewardRange: [0, 1],
    illegalAction: { kind: 'lose', reward: 0 },
    config: { dark: { kind: 'integer', title: 'Ground', help: 'How bright the ground may be, from 0 to 200.', default: 60, min: 0, max: 200 } },
  },
  stopText: '\n',
  init({ dark }, _split, rng) {
    const corner = rng.integer(4)
    // Eight by eight pixels, as a patch is.
    const within = (far: boolean): number => (far ? SIDE / 2 : 0) + rng.integer(SIDE / 2 - square + 1)
    return { corner, x: within(corner % 2 === 1), y: within(corner >= 2), noise: Array.from({ length: 16 }, () => rng.integer(dark + 1)), answer: null }
  },
  agents: ({ answer }) => (answer === null ? ['viewer'] : []),
  turn: ({ answer }) => (answer === null ? ['viewer'] : []),
  observe: ({ x, y, noise }) => ({ x, y, noise }),
  legalActions: () => ({ kind: 'list', actions: CORNERS }),
  step(state, actions) {
    const answer = actions['viewer'] ?? ''
    const right = answer === CORNERS[state.corner]
    return { state: { ...state, answer }, rewards: { viewer: right ? 1 : 0 }, terminated: { viewer: true }, info: { viewer: { right } } }
  },
  prompt: () => `\n${PICTURE_MARK}corner: `,
  // As many as the prompt has marks.
  pictures: ({ x, y, noise }) => [
    greyPicture(SIDE, SIDE, (column, row) => {
      const inside = column >= x && column < x + square && row >= y && row < y + square
      return inside ? 255 : (noise[Math.floor(row / 8) * 4 + Math.floor(column / 8)] ?? 0)
    }),
  ],
  parse(text) {
    const corner = CORNERS.find((known) => text === `${known}\n`)
    return corner === undefined ? fail({ reason: `say ${CORNERS.join(', ')}` }) : ok(corner)
  },
  format: (corner) => `${corner}\n`,
  demonstrate: ({ corner }) => CORNERS[corner] ?? '',
  view: ({ x, y, answer }) => ({
    kind: 'grid',
    rows: 4,
    columns: 4,
    ground: 'cells',
    pieces: [{ kind: 'item', cell: Math.floor((y + square / 2) / 8) * 4 + Math.floor((x + square / 2) / 8), tone: 0, mark: '■', name: 'the bright square' }],
    columnNames: ['1', '2', '3', '4'],
    rowNames: ['1', '2', '3', '4'],
    last: [],
    line: [],
    points: [],
    caption: answer === null ? 'Where is the bright square?' : `The answer was ${answer}.`,
  }),
} satisfies Environment<State, string, Observation, { readonly dark: number }>
