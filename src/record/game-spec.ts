// The spec under which a game is kept: that of a run whose first episode starts as the game did. Nobody trains by it; it says what
// the game was, so that views of runs can show it and play it again.

import type { Json } from '../base/json.ts'
import { unwrap } from '../base/result.ts'
import { PRESETS } from './presets.ts'
import type { RunSpec } from './spec.ts'
import { parseRunSpec } from './spec-schema.ts'

export interface GameChoice {
  readonly base: string
  readonly environment: { readonly id: string; readonly config: Json }
  readonly seed: number
  readonly temperature: number
  readonly actionMask: boolean
  readonly maxTokensPerTurn: number
  readonly maxTokensPerEpisode: number
}

export function specOfGame({ base, environment, seed, temperature, actionMask, maxTokensPerTurn, maxTokensPerEpisode }: GameChoice): RunSpec {
  const preset = PRESETS.find(({ overrides }) => overrides['environment.id'] === environment.id)?.name ?? 'gomoku'
  return unwrap(
    parseRunSpec({
      ...{ preset, base, seed, steps: 1, environment, controls: [] },
      // A temperature of 0 is no distribution to learn from; the tokens hold what was sampled.
      rollout: {
        groups: 1,
        groupSize: 2,
        temperature: temperature === 0 ? 1 : temperature,
        maxTokensPerTurn,
        maxTokensPerEpisode,
        actionMask: actionMask ? 'on' : 'off',
      },
      objective: { minibatches: 1 },
      evaluation: { others: 'base', metric: 'reward', problems: 1 },
      agents: { adapters: 'shared', others: 'base', soloShare: 0, learners: [] },
    }),
  )
}
