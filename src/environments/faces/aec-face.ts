// The shape that PettingZoo users expect for games in turns: agentSelection, last, step. Two rules that newcomers
// get wrong hold here as there: last() gives the reward collected since the agent's own last turn, and an agent
// that is done acts once with null before it leaves. Serves definitions in which one agent acts at a time.

import { assert, at } from '../../base/assert.ts'
import type { Json } from '../../base/json.ts'
import { createRng } from '../../base/random.ts'
import type { AgentId, EnvironmentDefinition, Split } from '../contract.ts'
import { createPlay, type Play } from '../play.ts'

export interface AecLast {
  readonly observation: Json
  readonly reward: number
  readonly terminated: boolean
  readonly truncated: boolean
  readonly info: Json
}

export interface AecFace {
  readonly possibleAgents: readonly AgentId[]
  /** Agents that have not left yet; one that is done stays until it has acted with null. */
  agents(): readonly AgentId[]
  agentSelection(): AgentId
  reset(seed: number): void
  last(): AecLast
  /** The action of agentSelection; null exactly when that agent is done. */
  step(action: Json | null): void
  observe(agent: AgentId): Json
  state(): Json
}

export function createAecFace(definition: EnvironmentDefinition, config: Json, split: Split = 'train'): AecFace {
  let play: Play | undefined
  let present: readonly AgentId[] = []
  let done: readonly AgentId[] = []
  let pending: Record<AgentId, number> = {}
  let infos: Readonly<Record<AgentId, Json>> = {}

  const current = (): Play => {
    assert(play !== undefined, 'reset comes first')
    return play
  }
  /** Those who are done leave first, then the one whose turn it is. */
  const selection = (): AgentId => {
    const leaving = present.find((agent) => done.includes(agent))
    if (leaving !== undefined) return leaving
    const waiting = current().waiting()
    assert(waiting.length === 1, 'the AEC face serves games in which one agent acts at a time')
    return at(waiting, 0)
  }

  return {
    possibleAgents: definition.spec.possibleAgents,
    agents: () => present,
    agentSelection: selection,
    reset(seed) {
      const rng = createRng([seed >>> 0, 0x616563])
      play = createPlay(definition, { config, split, start: rng.split(0), chance: rng.split(1) })
      present = [...definition.agents(play.state())]
      done = []
      pending = {}
      infos = {}
    },
    last() {
      const agent = selection()
      const over = done.includes(agent)
      const truncated = over && current().stop() === 'truncated_turns'
      return {
        observation: definition.observe(current().state(), agent),
        reward: pending[agent] ?? 0,
        terminated: over && !truncated,
        truncated,
        info: infos[agent] ?? {},
      }
    },
    step(action) {
      const agent = selection()
      if (done.includes(agent)) {
        assert(action === null, `${agent} is done and can only act with null`)
        present = present.filter((other) => other !== agent)
        return
      }
      assert(action !== null, `${agent} is not done and has to act`)
      pending[agent] = 0
      const update = current().submit({ [agent]: definition.format(action) })
      for (const [other, reward] of Object.entries(update.rewards)) pending[other] = (pending[other] ?? 0) + reward
      infos = update.info
      done = update.stop === undefined ? [...done, ...update.left] : present
    },
    observe: (agent) => definition.observe(current().state(), agent),
    state: () => current().state(),
  }
}
