// Can the rewards of an environment teach anything? Groups of random plays from equal starts: only a group whose returns differ
// gives a policy gradient. An estimate from random play, so a lower bound of what a policy that explores would meet.

import type { Json } from '../../base/json.ts'
import { createRng } from '../../base/random.ts'
import type { EnvironmentDefinition } from '../contract.ts'
import { randomAction } from './random-play.ts'

export interface Learnability {
  readonly groups: number
  readonly groupSize: number
  /** The share of groups in which returns differ, by agent. */
  readonly spread: Readonly<Record<string, number>>
  /** Mean return by agent under random play. */
  readonly meanReturn: Readonly<Record<string, number>>
  /** The share of plays that ended by themselves instead of at maxTurns. */
  readonly ended: number
  /** Mean turns of a play. */
  readonly turns: number
}

export function estimateLearnability(definition: EnvironmentDefinition, config: Json, { groups = 16, groupSize = 8, seed = 1 } = {}): Learnability {
  const agents = definition.spec.possibleAgents
  const sums = new Map(agents.map((agent) => [agent, { total: 0, spread: 0 }]))
  let [ended, turns] = [0, 0]
  for (let group = 0; group < groups; group++) {
    const returns = Array.from({ length: groupSize }, (_, member) => {
      const play = playOnce(definition, config, [seed, group], member)
      ended += play.ended ? 1 : 0
      turns += play.turns
      return play.returns
    })
    for (const agent of agents) {
      const sum = sums.get(agent) ?? { total: 0, spread: 0 }
      const values = returns.map((of) => of[agent] ?? 0)
      sums.set(agent, { total: sum.total + values.reduce((a, b) => a + b, 0), spread: sum.spread + (new Set(values).size > 1 ? 1 : 0) })
    }
  }
  const plays = groups * groupSize
  const of = (value: (sum: { readonly total: number; readonly spread: number }) => number) =>
    Object.fromEntries([...sums].map(([agent, sum]) => [agent, value(sum)]))
  return {
    groups,
    groupSize,
    spread: of(({ spread }) => spread / groups),
    meanReturn: of(({ total }) => total / plays),
    ended: ended / plays,
    turns: turns / plays,
  }
}

interface Played {
  readonly returns: Readonly<Record<string, number>>
  readonly turns: number
  readonly ended: boolean
}

/** Members of a group share the start; chance and players are their own. */
function playOnce(definition: EnvironmentDefinition, config: Json, [seed, group]: readonly [number, number], member: number): Played {
  const rng = createRng([seed >>> 0, 0x6c6561726e], group)
  const players = rng.split(2 * member + 2)
  const chance = rng.split(2 * member + 3)
  let state = definition.init(config, 'train', rng.split(1))
  const returns: Record<string, number> = {}
  let turns = 0
  for (let acted = 0; acted < definition.spec.maxTurns; turns++) {
    const awaited = definition.turn(state)
    if (awaited.length === 0) break
    const actions: Record<string, Json> = {}
    for (const agent of awaited) {
      const action = randomAction(definition, state, agent, players)
      if (action === undefined) return { returns, turns, ended: false }
      actions[agent] = action
    }
    const transition = definition.step(state, actions, chance.split(turns))
    for (const [agent, reward] of Object.entries(transition.rewards)) returns[agent] = (returns[agent] ?? 0) + reward
    acted += awaited.length
    state = transition.state
  }
  return { returns, turns, ended: definition.agents(state).length === 0 }
}
