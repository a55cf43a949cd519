// Two agents who want different things of the same digits: `high` earns the digit that it says, `low` earns what is left to 9.
// For tests of runs in which adapters must not be mixed up.

import type { EnvironmentDefinition } from '../../environments/contract.ts'
import { type CountingConfig, type CountingObservation, type CountingState, countingGame } from '../../environments/testing/counting.ts'

export function contest(simultaneous = false): EnvironmentDefinition<CountingState, number, CountingObservation, CountingConfig> {
  const game = countingGame({ agents: ['high', 'low'], simultaneous })
  return {
    ...game,
    step(state, actions, rng) {
      const transition = game.step(state, actions, rng)
      const { high, low } = actions
      const rewards = { high: high ?? 0, low: low === undefined ? 0 : 9 - low }
      return { ...transition, rewards, metrics: { saidhigh: high ?? -1, total: transition.state.total } }
    },
    demonstrate: (_, agent) => (agent === 'high' ? 9 : 0),
  }
}
