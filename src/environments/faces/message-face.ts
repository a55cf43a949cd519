// The shape that language-model harnesses expect: text in, text out. A message that does not parse and a move
// that is not legal are told apart, and cost what the environment says. Serves environments of one agent.

import { assert, at } from '../../base/assert.ts'
import type { Json } from '../../base/json.ts'
import { createRng } from '../../base/random.ts'
import type { EnvironmentDefinition, Split } from '../contract.ts'
import { createPlay, type PlayStop, type Verdict } from '../play.ts'

export interface MessageStep {
  readonly reward: number
  readonly episodeDone: boolean
  /** What the policy reads next; empty when the episode is over. */
  readonly nextObservation: string
  readonly verdict: Verdict
  readonly stopReason?: PlayStop
  readonly metrics: Readonly<Record<string, number>>
}

export interface MessageFace {
  /** Where sampling ends: the text that closes an action. */
  readonly stopText: string
  initialObservation(): string
  step(message: string): MessageStep
}

/** One face is one episode: nothing is reused, so that siblings cannot share anything. */
export function createMessageFace(definition: EnvironmentDefinition, config: Json, seed: number, split: Split = 'train'): MessageFace {
  assert(definition.spec.possibleAgents.length === 1, 'the message face serves environments of one agent')
  const agent = at(definition.spec.possibleAgents, 0)
  const rng = createRng([seed >>> 0, 0x6d7367])
  const play = createPlay(definition, { config, split, start: rng.split(0), chance: rng.split(1) })
  return {
    stopText: definition.stopText,
    initialObservation: () => play.prompt(agent),
    step(message) {
      assert(play.stop() === undefined, 'the episode is over')
      const update = play.submit({ [agent]: message })
      const over = update.stop !== undefined
      return {
        reward: update.rewards[agent] ?? 0,
        episodeDone: over,
        nextObservation: over ? '' : play.prompt(agent),
        verdict: update.verdicts[agent] ?? { kind: 'parse_error', reason: update.fault ?? 'the environment failed' },
        metrics: update.metrics,
        ...(update.stop === undefined ? {} : { stopReason: update.stop }),
      }
    },
  }
}
