// The smallest whole environment: one agent, one turn, a right answer. Which of two numbers is greater?

import { type Environment, fail, ok } from 'tokenloom'

type State = { readonly a: number; readonly b: number; readonly over: boolean }
type Sign = '<' | '>' | '='

const sign = (a: number, b: number): Sign => (a < b ? '<' : a > b ? '>' : '=')

export default {
  spec: {
    id: 'higher-lower-v1',
    title: 'Higher or lower',
    summary: 'Says which of two numbers is greater.',
    possibleAgents: ['agent'],
    maxTurns: 1,
    rewardRange: [0, 1],
    illegalAction: { kind: 'lose', reward: 0 },
    config: { most: { kind: 'integer', title: 'Greatest number', help: 'Both numbers lie from 0 to this.', default: 9, min: 1, max: 99 } },
  },
  stopText: '\n',
  init: ({ most }, _split, rng) => ({ a: rng.integer(most + 1), b: rng.integer(most + 1), over: false }),
  agents: (state) => (state.over ? [] : ['agent']),
  turn: (state) => (state.over ? [] : ['agent']),
  observe: ({ a, b }) => ({ a, b }),
  legalActions: () => ({ kind: 'list', actions: ['<', '>', '='] }),
  step(state, actions) {
    const right = actions['agent'] === sign(state.a, state.b)
    return { state: { ...state, over: true }, rewards: { agent: right ? 1 : 0 }, terminated: { agent: true }, info: {} }
  },
  prompt: ({ a, b }) => `\n${a}?${b}:`,
  parse: (text) =>
    text === '<\n' || text === '>\n' || text === '=\n' ? ok(text === '<\n' ? '<' : text === '>\n' ? '>' : '=') : fail({ reason: 'say <, > or =' }),
  format: (action) => `${action}\n`,
  demonstrate: ({ a, b }) => sign(a, b),
} satisfies Environment<State, Sign, { readonly a: number; readonly b: number }, { readonly most: number }>
