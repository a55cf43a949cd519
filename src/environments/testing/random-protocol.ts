// Games that are drawn at random, for tests of whoever runs games: one to eight agents that speak in turn, all at once, or
// in an order that the state computes; with private cards or without; that may leave early; paid for their own words, for
// those of others, or at the end. Small enough to be played ten thousand times.

import { at } from '../../base/assert.ts'
import type { Rng } from '../../base/random.ts'
import { fail, ok } from '../../base/result.ts'
import type { AgentId, EnvironmentDefinition, IllegalActionPolicy } from '../contract.ts'

export interface ProtocolOptions {
  /** 1 to 8. */
  readonly agents: number
  readonly order: 'cycle' | 'simultaneous' | 'computed'
  readonly rounds: number
  /** Every agent sees a card of its own and nobody else's. */
  readonly hidden: boolean
  /** Agents may leave before the end. */
  readonly leaving: boolean
  readonly pay: 'own' | 'next' | 'zeroSum' | 'last'
  readonly illegalAction: IllegalActionPolicy
  /** Whether legal actions are listed; otherwise any text may be tried. */
  readonly listed: boolean
}

export type ProtocolState = {
  readonly round: number
  readonly table: number
  readonly cards: readonly number[]
  readonly present: readonly AgentId[]
}
export type ProtocolObservation = { readonly agent: AgentId; readonly round: number; readonly table: number; readonly card: number | null }

const MODULUS = 97
const ORDERS = ['cycle', 'simultaneous', 'computed'] as const
const PAYS = ['own', 'next', 'zeroSum', 'last'] as const

export function drawProtocol(rng: Rng): ProtocolOptions {
  const policies: readonly IllegalActionPolicy[] = [
    { kind: 'lose', reward: -1 },
    { kind: 'retry', times: 2, reward: -0.5 },
    { kind: 'penalty', reward: -0.25 },
  ]
  return {
    agents: 1 + rng.integer(8),
    order: at(ORDERS, rng.integer(ORDERS.length)),
    rounds: 1 + rng.integer(6),
    hidden: rng.integer(2) === 0,
    leaving: rng.integer(3) === 0,
    pay: at(PAYS, rng.integer(PAYS.length)),
    illegalAction: at(policies, rng.integer(policies.length)),
    listed: rng.integer(2) === 0,
  }
}

export function randomProtocol(options: ProtocolOptions): EnvironmentDefinition<ProtocolState, number, ProtocolObservation, Readonly<Record<string, never>>> {
  const everybody = Array.from({ length: options.agents }, (_, i): AgentId => `agent ${i}`)
  const over = ({ round, present }: ProtocolState): boolean =>
    round >= options.rounds * (options.order === 'cycle' ? options.agents : 1) || present.length === 0
  const legal = (state: ProtocolState): readonly number[] => [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => digit !== state.table % 10)
  const turn = (state: ProtocolState): readonly AgentId[] => {
    const { present, round, table } = state
    if (over(state)) return []
    if (options.order === 'simultaneous') return present
    if (options.order === 'cycle') return [at(present, round % present.length)]
    // One, some or all, as the state has it.
    const chosen = present.filter((_, i) => ((table + 7 * round) >> (i % 5)) % 2 === 1)
    return chosen.length > 0 ? chosen : [at(present, table % present.length)]
  }
  const spec = {
    id: 'protocol-v1',
    title: 'Protocol',
    summary: 'A game drawn at random.',
    possibleAgents: everybody,
    maxTurns: 60,
    alphabet: '0123456789',
    illegalAction: options.illegalAction,
    config: {},
  }
  return {
    spec,
    parseConfig: () => ok({}),
    init: (_config, _split, rng) => ({ round: 0, table: rng.integer(MODULUS), cards: everybody.map(() => rng.integer(10)), present: everybody }),
    agents: (state) => (over(state) ? [] : state.present),
    turn,
    observe: ({ round, table, cards }, agent) => ({ agent, round, table, card: options.hidden ? at(cards, everybody.indexOf(agent)) : null }),
    legalActions: (state) => (options.listed ? { kind: 'list', actions: legal(state) } : { kind: 'any' }),
    step(state, actions, rng) {
      const movers = Object.keys(actions)
      const sum = movers.reduce((total, agent) => total + (1 + at(state.cards, everybody.indexOf(agent))) * (actions[agent] ?? 0), 0)
      const table = (state.table + sum + rng.integer(3)) % MODULUS
      const round = state.round + 1
      const left = options.leaving && table % 7 === 0 ? at(state.present, table % state.present.length) : undefined
      const next: ProtocolState = { ...state, round, table, present: state.present.filter((agent) => agent !== left) }
      const rewards = Object.fromEntries(state.present.map((agent) => [agent, payOf(agent, state, actions, over(next))]))
      return { state: next, rewards, terminated: Object.fromEntries(everybody.map((agent) => [agent, over(next)])), info: {}, metrics: { table } }
    },
    prompt: ({ agent, round, table, card }) => `${agent.slice(-1)}.${round}.${table}${card === null ? '' : `.${card}`}>`,
    parse(text) {
      const digit = /^(\d);$/.exec(text)?.[1]
      return digit === undefined ? fail({ reason: 'say one digit' }) : ok(Number(digit))
    },
    format: (action) => `${action};`,
    ...(options.hidden
      ? {
          redrawHidden: (state, agent, rng) => ({
            ...state,
            cards: state.cards.map((card, i) => (i === everybody.indexOf(agent) ? card : rng.integer(10))),
          }),
        }
      : {}),
    stopText: ';',
  }

  /** What an agent gets for this round. */
  function payOf(agent: AgentId, { present, table }: ProtocolState, actions: Readonly<Record<AgentId, number>>, last: boolean): number {
    const place = present.indexOf(agent)
    const before = at(present, (place + present.length - 1) % present.length)
    switch (options.pay) {
      case 'own':
        return actions[agent] ?? 0
      case 'next':
        return actions[before] ?? 0
      case 'zeroSum':
        return (actions[agent] ?? 0) - (actions[before] ?? 0)
      case 'last':
        return last ? (table + place) % 5 : 0
    }
  }
}
