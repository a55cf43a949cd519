// Two agents with one goal: the sender sees a colour and writes a sign, the keeper sees the sign and its own shelf, and names the box.
// Neither can do it alone, and both are paid the same.

import { type Environment, fail, ok } from 'tokenloom'

const COLOURS = ['red', 'blue', 'green', 'white'] as const
const SIGNS = ['*', '+', '-', '/'] as const
const BOXES = ['1', '2', '3', '4'] as const

/** `shelf`: the colour in each box. */
type State = { readonly colour: number; readonly shelf: readonly number[]; readonly sign: string | null; readonly box: string | null }
type Observation = { readonly colour: number } | { readonly sign: string; readonly shelf: readonly number[] }

export default {
  spec: {
    id: 'signals-v1',
    title: 'Signals',
    summary: 'One sees the colour, the other the boxes; a sign must do.',
    possibleAgents: ['sender', 'keeper'],
    maxTurns: 2,
    rewardRange: [0, 1],
    illegalAction: { kind: 'lose', reward: 0 },
    config: {},
  },
  stopText: '\n',
  init(_config, _split, rng) {
    const shelf: number[] = []
    const left = COLOURS.map((_, colour) => colour)
    while (left.length > 0) shelf.push(...left.splice(rng.integer(left.length), 1))
    return { colour: rng.integer(COLOURS.length), shelf, sign: null, box: null }
  },
  agents: ({ box }) => (box === null ? ['sender', 'keeper'] : []),
  turn: ({ sign, box }) => (box !== null ? [] : [sign === null ? 'sender' : 'keeper']),
  observe: ({ colour, sign, shelf }, agent) => (agent === 'sender' ? { colour } : { sign: sign ?? '', shelf }),
  // The sender must not see the shelf, nor the keeper the colour.
  redrawHidden(state, agent, rng) {
    if (agent === 'keeper') return { ...state, colour: rng.integer(COLOURS.length) }
    const turned = rng.integer(state.shelf.length)
    return { ...state, shelf: [...state.shelf.slice(turned), ...state.shelf.slice(0, turned)] }
  },
  legalActions: (_state, agent) => ({ kind: 'list', actions: agent === 'sender' ? [...SIGNS] : [...BOXES] }),
  step(state, { sender, keeper }) {
    if (keeper === undefined) {
      return { state: { ...state, sign: sender ?? '' }, rewards: { sender: 0, keeper: 0 }, terminated: { sender: false, keeper: false }, info: {} }
    }
    const paid = state.shelf[Number(keeper) - 1] === state.colour ? 1 : 0
    return { state: { ...state, box: keeper }, rewards: { sender: paid, keeper: paid }, terminated: { sender: true, keeper: true }, info: {} }
  },
  prompt: (seen) =>
    'colour' in seen ? `\n${COLOURS[seen.colour] ?? ''} ` : `\n${seen.sign} ${seen.shelf.map((colour) => COLOURS[colour]?.[0] ?? '').join('')} `,
  parse(text) {
    const action = [...SIGNS, ...BOXES].find((one) => text === `${one}\n`)
    return action === undefined ? fail({ reason: 'write one sign, or the number of a box' }) : ok(action)
  },
  format: (action) => `${action}\n`,
  demonstrate: ({ colour, sign, shelf }, agent) =>
    agent === 'sender' ? (SIGNS[colour] ?? '*') : (BOXES[shelf.findIndex((one) => SIGNS[one] === sign)] ?? '1'),
  view: ({ colour, shelf, sign, box }) => ({
    kind: 'text',
    lines: [
      `The sender sees ${COLOURS[colour] ?? ''}.`,
      `The sign: ${sign ?? 'not written yet'}.`,
      ...shelf.map((one, place) => `Box ${place + 1}: ${COLOURS[one] ?? ''}`),
      `The keeper says: ${box ?? 'nothing yet'}.`,
    ],
  }),
} satisfies Environment<State, string, Observation, Record<string, never>>
