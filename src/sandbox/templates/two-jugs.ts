// A plan of several moves: two jugs and a tap, and an amount that one jug is to hold. The prompt says how things stand, so that every
// move can be decided from it alone; the master searches, the policy must come to know.

import { type Environment, fail, ok } from 'tokenloom'

/** Fill, empty, pour: `ab` pours a into b until a is empty or b is full. */
const MOVES = ['fa', 'fb', 'ea', 'eb', 'ab', 'ba'] as const
type Move = (typeof MOVES)[number]

const SIZES = [
  [2, 5],
  [3, 4],
  [3, 5],
  [4, 5],
] as const
/** The longest way that a start may ask for, and the moves that one has for it. */
const LONGEST = 4
const LIMIT = 8

type State = { readonly size: readonly [number, number]; readonly held: readonly [number, number]; readonly wanted: number; readonly moves: number }
type Observation = Omit<State, 'moves'>

const isThere = ({ held, wanted }: State): boolean => held.includes(wanted)
const isOver = (state: State): boolean => isThere(state) || state.moves >= LIMIT

function moved(state: State, move: Move): State {
  const {
    size: [sizeA, sizeB],
    held: [a, b],
  } = state
  const poured = move === 'ab' ? Math.min(a, sizeB - b) : -Math.min(b, sizeA - a)
  const after = { fa: [sizeA, b], fb: [a, sizeB], ea: [0, b], eb: [a, 0], ab: [a - poured, b + poured], ba: [a - poured, b + poured] } as const
  return { ...state, held: after[move], moves: state.moves + 1 }
}

/** Moves that change something. */
const movesOf = (state: State): Move[] => MOVES.filter((move) => String(moved(state, move).held) !== String(state.held))

/** The first of the fewest moves to the end, and how many they are: search in breadth. Null where no way leads there. */
function shortest(start: State): { readonly first: Move; readonly length: number } | null {
  const seen = new Set([String(start.held)])
  let edge: { readonly state: State; readonly first: Move | null }[] = [{ state: start, first: null }]
  for (let length = 1; edge.length > 0; length++) {
    const next: typeof edge = []
    for (const from of edge) {
      for (const move of movesOf(from.state)) {
        const state = moved(from.state, move)
        const first = from.first ?? move
        if (isThere(state)) return { first, length }
        if (seen.has(String(state.held))) continue
        seen.add(String(state.held))
        next.push({ state, first })
      }
    }
    edge = next
  }
  return null
}

export default {
  spec: {
    id: 'two-jugs-v1',
    title: 'Two jugs',
    summary: 'Fills, empties and pours two jugs until one holds the amount that is wanted.',
    possibleAgents: ['hand'],
    maxTurns: LIMIT,
    rewardRange: [0, 1],
    illegalAction: { kind: 'lose', reward: 0 },
    config: {},
  },
  stopText: '\n',
  init(_config, _split, rng) {
    for (;;) {
      const size = SIZES[rng.integer(SIZES.length)] ?? SIZES[0]
      const start: State = { size, held: [0, 0], wanted: 1 + rng.integer(size[1] - 1), moves: 0 }
      const way = shortest(start)
      if (way !== null && way.length > 1 && way.length <= LONGEST) return start
    }
  },
  agents: (state) => (isOver(state) ? [] : ['hand']),
  turn: (state) => (isOver(state) ? [] : ['hand']),
  observe: ({ size, held, wanted }) => ({ size, held, wanted }),
  legalActions: (state) => ({ kind: 'list', actions: movesOf(state) }),
  step(state, { hand = 'fa' }) {
    const next = moved(state, hand)
    return { state: next, rewards: { hand: isThere(next) ? 1 : 0 }, terminated: { hand: isOver(next) }, info: {}, metrics: { moves: next.moves } }
  },
  prompt: ({ size, held, wanted }) => `\n${held[0]}/${size[0]} ${held[1]}/${size[1]} =${wanted} `,
  parse(text) {
    const move = MOVES.find((one) => text === `${one}\n`)
    return move === undefined ? fail({ reason: `say one of ${MOVES.join(', ')}` }) : ok(move)
  },
  format: (move) => `${move}\n`,
  demonstrate: (state) => shortest(state)?.first ?? 'fa',
  view: ({ size, held, wanted, moves }) => ({
    kind: 'text',
    lines: [`Wanted: ${wanted}.`, `a holds ${held[0]} of ${size[0]}.`, `b holds ${held[1]} of ${size[1]}.`, `${moves} of ${LIMIT} moves.`],
  }),
} satisfies Environment<State, Move, Observation, Record<string, never>>
