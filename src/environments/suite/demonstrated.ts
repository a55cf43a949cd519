// What demonstrations earn beside random play: a master that earns no more than chance teaches nothing by being imitated. Knows
// no policy.

import type { Json } from '../../base/json.ts'
import { createRng } from '../../base/random.ts'
import type { EnvironmentDefinition } from '../contract.ts'
import { isLegal } from '../play.ts'

/** Mean return of a play by agent, where all agents do what `demonstrate` says. */
export type DemonstratedReturn = Readonly<Record<string, number>>

/** Null where nothing is demonstrated, or something that is not legal. Throws what the environment throws. */
export function estimateDemonstrated(definition: EnvironmentDefinition, config: Json, { plays = 64, seed = 1 } = {}): DemonstratedReturn | null {
  const totals = new Map(definition.spec.possibleAgents.map((agent) => [agent, 0]))
  for (let number = 0; number < plays; number++) {
    const rng = createRng([seed >>> 0, 0x6465_6d6f], number)
    let state = definition.init(config, 'train', rng.split(0))
    for (let turn = 0, acted = 0; acted < definition.spec.maxTurns; turn++) {
      const awaited = definition.turn(state)
      if (awaited.length === 0) break
      const actions: Record<string, Json> = {}
      for (const agent of awaited) {
        const action = definition.demonstrate?.(state, agent)
        if (action === undefined || !isLegal(definition, state, agent, action)) return null
        actions[agent] = action
      }
      const transition = definition.step(state, actions, rng.split(turn + 1))
      for (const [agent, reward] of Object.entries(transition.rewards)) totals.set(agent, (totals.get(agent) ?? 0) + reward)
      acted += awaited.length
      state = transition.state
    }
  }
  return Object.fromEntries([...totals].map(([agent, total]) => [agent, total / plays]))
}
