// A tool: before it answers, the agent may look things up, and what it finds comes back as an observation. Looking up costs a
// little, so that it asks for what it needs and nothing else.

import { type Environment, fail, ok } from 'tokenloom'

const GOODS = ['fig', 'nut', 'pea', 'rye', 'yam'] as const
const COST = 0.05

type State = { readonly prices: readonly number[]; readonly wanted: number; readonly found: readonly number[]; readonly answer: number | null }
/** `ask`: the number of a good. `say`: a price. */
type Action = { readonly ask: number } | { readonly say: number }
type Observation = { readonly wanted: string; readonly found: string | null }

const isOver = ({ answer, found }: State): boolean => answer !== null || found.length >= 3

export default {
  spec: {
    id: 'price-list-v1',
    title: 'Price list',
    summary: 'Looks up what something costs, and says it.',
    possibleAgents: ['clerk'],
    maxTurns: 4,
    rewardRange: [-1, 1],
    illegalAction: { kind: 'lose', reward: 0 },
    config: { most: { kind: 'integer', title: 'Highest price', help: 'Prices lie from 0 to this.', default: 9, min: 1, max: 9 } },
  },
  stopText: '.',
  init({ most }, _split, rng) {
    return { prices: GOODS.map(() => rng.integer(most + 1)), wanted: rng.integer(GOODS.length), found: [], answer: null }
  },
  agents: (state) => (isOver(state) ? [] : ['clerk']),
  turn: (state) => (isOver(state) ? [] : ['clerk']),
  observe({ prices, wanted, found }) {
    const last = found.at(-1)
    return { wanted: GOODS[wanted] ?? '', found: last === undefined ? null : `${GOODS[last] ?? ''} is ${prices[last] ?? 0}` }
  },
  // Prices are hidden until they are looked up: drawn anew, they must not show.
  redrawHidden: (state, _agent, rng) => ({ ...state, prices: state.prices.map((price, good) => (state.found.includes(good) ? price : rng.integer(10))) }),
  legalActions: () => ({ kind: 'list', actions: [...GOODS.map((_, ask) => ({ ask })), ...Array.from({ length: 10 }, (_, say) => ({ say }))] }),
  step(state, actions) {
    const action = actions['clerk']
    const asked = action !== undefined && 'ask' in action ? action.ask : null
    const answer = action !== undefined && 'say' in action ? action.say : null
    const next = { ...state, found: asked === null ? state.found : [...state.found, asked], answer }
    const right = answer !== null && answer === state.prices[state.wanted]
    return {
      state: next,
      rewards: { clerk: (right ? 1 : 0) - (asked === null ? 0 : COST) },
      terminated: { clerk: isOver(next) },
      info: { clerk: { right } },
      metrics: { right: right ? 1 : 0 },
    }
  },
  prompt: ({ wanted, found }) => (found === null ? `\n@ price of ${wanted}? ` : ` [${found}] `),
  parse(text) {
    const good = GOODS.findIndex((name) => text === `look ${name}.`)
    if (good >= 0) return ok({ ask: good })
    const price = /^it is (\d)\.$/.exec(text)?.[1]
    return price === undefined ? fail({ reason: 'say "look fig." or "it is 3."' }) : ok({ say: Number(price) })
  },
  format: (action) => ('ask' in action ? `look ${GOODS[action.ask] ?? ''}.` : `it is ${action.say}.`),
  demonstrate: ({ prices, wanted, found }) => (found.includes(wanted) ? { say: prices[wanted] ?? 0 } : { ask: wanted }),
  view: ({ prices, wanted, found, answer }) => ({
    kind: 'text',
    lines: [
      `Wanted: the price of ${GOODS[wanted] ?? ''}.`,
      ...GOODS.map((name, good) => `${name}: ${found.includes(good) ? (prices[good] ?? 0) : `${prices[good] ?? 0}, not looked up`}`),
      answer === null ? 'No answer yet.' : `Answer: ${answer}.`,
    ],
  }),
} satisfies Environment<State, Action, Observation, { readonly most: number }>
