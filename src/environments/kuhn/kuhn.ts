// The environment `kuhn-v1`: Kuhn's poker, the smallest game of cards with something to hide (H. W. Kuhn, "A simplified
// two-person poker", 1950). Three cards, one each, an ante of one chip, one bet of one chip. Each player sees its own card
// and what was said; redrawHidden tells what must make no difference to it.
//
// What is said: p passes (checks or folds), b bets (or calls). pp and bp, bb and pbp, pbb end the game.

import { at } from '../../base/assert.ts'
import { permutation } from '../../base/random.ts'
import { fail, ok } from '../../base/result.ts'
import { parseConfig } from '../config.ts'
import type { AgentId, EnvironmentDefinition } from '../contract.ts'

export const CARDS = ['J', 'Q', 'K'] as const
export type Card = (typeof CARDS)[number]
export type KuhnAction = 'p' | 'b'
const ACTIONS: readonly KuhnAction[] = ['p', 'b']

export type KuhnState = {
  /** By player: the first to speak, then the second. */
  readonly cards: readonly [Card, Card]
  readonly said: string
}

export type KuhnObservation = {
  readonly card: Card
  /** What was said since this player last spoke. */
  readonly heard: string
  readonly first: boolean
}

const PLAYERS: readonly [AgentId, AgentId] = ['first', 'second']
const ENDINGS: ReadonlySet<string> = new Set(['pp', 'bp', 'bb', 'pbp', 'pbb'])

const indexOf = (agent: AgentId): 0 | 1 => (agent === PLAYERS[0] ? 0 : 1)
const isOver = (state: KuhnState): boolean => ENDINGS.has(state.said)

/** Chips that the first player wins when a game ends like this. */
export function payFirst({ cards, said }: KuhnState): number {
  const better = CARDS.indexOf(cards[0]) > CARDS.indexOf(cards[1]) ? 1 : -1
  switch (said) {
    case 'pp':
      return better
    case 'bp':
      return 1
    case 'pbp':
      return -1
    case 'bb':
    case 'pbb':
      return 2 * better
    default:
      return 0
  }
}

const payOf = (state: KuhnState): Readonly<Record<AgentId, number>> => {
  const first = payFirst(state)
  return { [PLAYERS[0]]: first, [PLAYERS[1]]: 0 - first }
}

export const kuhn: EnvironmentDefinition<KuhnState, KuhnAction, KuhnObservation, Readonly<Record<string, never>>> = {
  spec: {
    id: 'kuhn-v1',
    title: 'Kuhn poker',
    summary: 'Three cards, one each, one bet: the smallest game in which what the other holds is hidden.',
    possibleAgents: PLAYERS,
    maxTurns: 3,
    rewardRange: [-2, 2],
    alphabet: 'pb',
    illegalAction: { kind: 'lose', reward: -2 },
    config: {},
  },

  parseConfig: (input) => parseConfig({}, input),

  // Six deals are all there are: the parts have them in common.
  init(_config, _split, rng) {
    const order = permutation(CARDS.length, rng)
    return { cards: [at(CARDS, at(order, 0)), at(CARDS, at(order, 1))], said: '' }
  },
  agents: (state) => (isOver(state) ? [] : PLAYERS),
  turn: (state) => (isOver(state) ? [] : [at(PLAYERS, state.said.length % 2)]),
  observe({ cards, said }, agent) {
    const index = indexOf(agent)
    const spoken = [...said].filter((_, turn) => turn % 2 === index).length
    return { card: cards[index], heard: said.slice(spoken === 0 ? 0 : 2 * spoken - 1 + index), first: spoken === 0 }
  },
  legalActions: () => ({ kind: 'list', actions: ACTIONS }),

  step(state, actions) {
    const next: KuhnState = { ...state, said: state.said + (actions[at(PLAYERS, state.said.length % 2)] ?? 'p') }
    const over = isOver(next)
    return {
      state: next,
      rewards: over ? payOf(next) : { [PLAYERS[0]]: 0, [PLAYERS[1]]: 0 },
      terminated: { [PLAYERS[0]]: over, [PLAYERS[1]]: over },
      info: {},
      metrics: { bets: [...next.said].filter((action) => action === 'b').length },
    }
  },

  prompt: ({ card, heard, first }) => `${first ? `\nkuhn ${card}` : ''}${heard}:`,
  parse(text) {
    const action = ACTIONS.find((known) => text === `${known}\n`)
    return action === undefined ? fail({ reason: 'p passes, b bets, and a newline ends it' }) : ok(action)
  },
  format: (action) => `${action}\n`,
  /** One of the equilibria without its mixing: the king bets, the others pass, and a queen calls where it has passed. */
  demonstrate({ cards, said }, agent) {
    const card = cards[indexOf(agent)]
    return card === 'K' || (card === 'Q' && said === 'pb') ? 'b' : 'p'
  },
  redrawHidden(state, agent, rng) {
    const own = state.cards[indexOf(agent)]
    const others = CARDS.filter((card) => card !== own)
    const other = at(others, rng.integer(others.length))
    return { ...state, cards: indexOf(agent) === 0 ? [own, other] : [other, own] }
  },
  accountRewards: (_before, after) => (isOver(after) ? payOf(after) : { [PLAYERS[0]]: 0, [PLAYERS[1]]: 0 }),
  stopText: '\n',
}
