// The shape that Gymnasium users expect, for environments of one agent: reset and step, with the five words
// observation, reward, terminated, truncated, info. Objects instead of tuples. Knows nothing of tokens.

import { assert, at } from '../../base/assert.ts'
import type { Json } from '../../base/json.ts'
import { createRng } from '../../base/random.ts'
import type { EnvironmentDefinition, LegalActions, Split } from '../contract.ts'
import { createPlay, type Play } from '../play.ts'

export interface GymReset {
  readonly observation: Json
  readonly info: Json
}

export interface GymStep {
  readonly observation: Json
  readonly reward: number
  readonly terminated: boolean
  readonly truncated: boolean
  readonly info: Json
}

export interface GymFace {
  /** A seed starts a new stream of episodes; without one the stream continues. */
  reset(options?: { readonly seed?: number }): GymReset
  step(action: Json): GymStep
  legalActions(): LegalActions
  /** May be called any number of times; afterwards only reset is allowed. */
  close(): void
}

export function createGymFace(definition: EnvironmentDefinition, config: Json, split: Split = 'train'): GymFace {
  assert(definition.spec.possibleAgents.length === 1, 'the Gym face serves environments of one agent')
  const agent = at(definition.spec.possibleAgents, 0)
  let seed = 0
  let episode = -1
  let play: Play | undefined
  const current = (): Play => {
    assert(play !== undefined, 'reset comes before step')
    return play
  }
  return {
    reset(options = {}) {
      episode = options.seed === undefined ? episode + 1 : 0
      seed = options.seed ?? seed
      const rng = createRng([seed >>> 0, 0x67796d], episode)
      play = createPlay(definition, { config, split, start: rng.split(0), chance: rng.split(1) })
      return { observation: definition.observe(play.state(), agent), info: {} }
    },
    step(action) {
      const running = current()
      assert(running.stop() === undefined, 'the episode is over: reset')
      const update = running.submit({ [agent]: definition.format(action) })
      return {
        observation: definition.observe(running.state(), agent),
        reward: update.rewards[agent] ?? 0,
        terminated: update.stop !== undefined && update.stop !== 'truncated_turns',
        truncated: update.stop === 'truncated_turns',
        info: update.info[agent] ?? {},
      }
    },
    legalActions: () => definition.legalActions(current().state(), agent),
    close() {
      play = undefined
    },
  }
}
