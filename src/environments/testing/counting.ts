// A game for tests of everything around environments: agents say digits in turn, several turns long; a digit is
// added to a total and pays its value to who said it. 7 is never legal. Small enough to know every outcome by heart.

import { fail, ok } from '../../base/result.ts'
import { parseConfig } from '../config.ts'
import type { AgentId, EnvironmentDefinition, IllegalActionPolicy } from '../contract.ts'

export type CountingState = { readonly total: number; readonly moves: number; readonly rounds: number; readonly offset: number }
export type CountingConfig = { readonly rounds: number }
export type CountingObservation = { readonly total: number; readonly offset: number }

const LEGAL = [0, 1, 2, 3, 4, 5, 6, 8, 9]

export function countingGame(
  options: {
    readonly agents?: readonly AgentId[]
    readonly simultaneous?: boolean
    readonly illegalAction?: IllegalActionPolicy
    readonly maxTurns?: number
  } = {},
): EnvironmentDefinition<CountingState, number, CountingObservation, CountingConfig> {
  const agents = options.agents ?? ['counter']
  const over = (state: CountingState): boolean => state.moves >= state.rounds
  const spec = {
    id: 'counting-v1',
    title: 'Counting',
    summary: 'Agents say digits in turn.',
    possibleAgents: agents,
    maxTurns: options.maxTurns ?? 40,
    rewardRange: [0, 9] as const,
    illegalAction: options.illegalAction ?? ({ kind: 'lose', reward: -1 } as const),
    config: { rounds: { kind: 'integer' as const, title: 'Rounds', help: 'Moves of the whole game.', default: 3, min: 1, max: 20 } },
  }
  return {
    spec,
    parseConfig: (input) => parseConfig(spec.config, input),
    init: (config, _split, rng) => ({ total: 0, moves: 0, rounds: config.rounds, offset: rng.integer(10) }),
    agents: (state) => (over(state) ? [] : agents),
    turn(state) {
      if (over(state)) return []
      const next = agents[state.moves % agents.length]
      return options.simultaneous === true ? agents : next === undefined ? [] : [next]
    },
    observe: (state) => ({ total: state.total, offset: state.offset }),
    legalActions: () => ({ kind: 'list', actions: LEGAL }),
    step(state, actions) {
      const sum = Object.values(actions).reduce((a, b) => a + b, 0)
      const next = { ...state, total: state.total + sum, moves: state.moves + 1 }
      return {
        state: next,
        rewards: Object.fromEntries(agents.map((agent) => [agent, actions[agent] ?? 0])),
        terminated: Object.fromEntries(agents.map((agent) => [agent, over(next)])),
        info: {},
        metrics: { total: next.total },
      }
    },
    prompt: (observation) => `${observation.total}>`,
    parse(text) {
      const digit = /^(\d);$/.exec(text)?.[1]
      return digit === undefined ? fail({ reason: 'say one digit' }) : ok(Number(digit))
    },
    format: (action) => `${action};`,
    demonstrate: () => 9,
    stopText: ';',
  }
}
