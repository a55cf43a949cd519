// One step's episodes of one arm. The plans depend on seed and step alone, so that every arm plays the same start
// states with the same random numbers; who plays is seating.ts.

import { tokenloomError } from '../base/errors.ts'
import { createRng } from '../base/random.ts'
import type { EpisodePlan } from '../coordinator/episode-plan.ts'
import { type LookAheadNeeds, lookAhead } from '../coordinator/look-ahead.ts'
import type { Seating } from '../coordinator/player.ts'
import { type BatchRequest, type BatchResult, runEpisodes } from '../coordinator/run-episodes.ts'
import type { Split } from '../environments/contract.ts'
import type { RunSpec } from '../record/spec.ts'
import { keyOf, type RunSetting } from './setting.ts'

/** Sub-streams of the environment's stream. */
const TRAIN_START = 0
const TRAIN_CHANCE = 1
const EVALUATION_START = 2
const EVALUATION_CHANCE = 3

/** The episodes of training step `step`, counted from 1. Numbers are unique within the run. */
export function trainingPlans(spec: RunSpec, step: number): EpisodePlan[] {
  const { groups, groupSize } = spec.rollout
  const key = keyOf(spec, 'environment')
  return Array.from({ length: groups * groupSize }, (_, index) => {
    const group = (step - 1) * groups + Math.floor(index / groupSize)
    const episode = (step - 1) * groups * groupSize + index
    return { episode, group, start: createRng(key, group, TRAIN_START), chance: createRng(key, episode, TRAIN_CHANCE) }
  })
}

/** Examples are of as many start states as there are episodes: a master plays siblings alike. */
export function examplePlans(spec: RunSpec, step: number): EpisodePlan[] {
  const { groups, groupSize } = spec.rollout
  const key = keyOf(spec, 'environment')
  return Array.from({ length: groups * groupSize }, (_, index) => {
    const episode = (step - 1) * groups * groupSize + index
    return { episode, group: episode, start: createRng(key, episode, TRAIN_START), chance: createRng(key, episode, TRAIN_CHANCE) }
  })
}

/** The held-out problems: the same at every evaluation of a run. */
export function evaluationPlans(spec: RunSpec): EpisodePlan[] {
  const key = keyOf(spec, 'environment')
  return Array.from({ length: spec.evaluation.problems }, (_, episode) => ({
    episode,
    group: episode,
    start: createRng(key, episode, EVALUATION_START),
    chance: createRng(key, episode, EVALUATION_CHANCE),
  }))
}

/** Who looks on, and whether the coordinator keeps to the rules. */
export type Manner = Pick<BatchRequest, 'watch' | 'onTurns' | 'witness' | 'fault' | 'deadline'>

export async function playEpisodes(
  setting: RunSetting,
  episodes: readonly EpisodePlan[],
  split: Split,
  players: Seating,
  manner: Manner = {},
): Promise<BatchResult> {
  const { environment: definition, foresight, config, tokenizer, budget, masks, barrier, clock, spec } = setting
  const { pace } = spec.rollout
  const request = { definition, foresight, config, split, tokenizer, budget, masks, episodes, players, barrier, now: clock, pace }
  const result = await runEpisodes({ ...request, ...manner })
  refuseHopeless(setting, result, episodes.length)
  return result
}

/** Training episodes that come next, where the rules live elsewhere. `needs`: what they will need; what was prepared for others is worked out again. */
export function prepareEpisodes(
  { environment: definition, foresight, config, tokenizer, budget, masks }: RunSetting,
  episodes: readonly EpisodePlan[],
  needs: LookAheadNeeds,
): void {
  lookAhead({ definition, foresight, config, split: 'train', tokenizer, budget, masks }, needs)?.prepare(episodes)
}

/** Beyond this share of episodes in which the environment threw, the run ends: what is left is no fair sample. */
const FAULT_LIMIT = 0.5

/** A batch that cannot be learned from is an error with a name, not a step without progress. */
function refuseHopeless({ environment, budget, spec }: RunSetting, { trajectories, faults }: BatchResult, episodes: number): void {
  const fault = faults[0]
  if (fault !== undefined && faults.length > FAULT_LIMIT * episodes) {
    throw tokenloomError(
      'ENVIRONMENT_INVALID',
      `${environment.spec.id} failed in ${faults.length} of ${episodes} episodes: ${fault.fault}.`,
      'Run the contract suite on the environment.',
      'environment.id',
    )
  }
  if (trajectories.every(({ tokens }) => tokens.length === 0)) {
    const [limit, at] =
      budget.contextTokens < spec.rollout.maxTokensPerEpisode
        ? [budget.contextTokens, 'base']
        : [spec.rollout.maxTokensPerEpisode, 'rollout.maxTokensPerEpisode']
    throw tokenloomError(
      'CONTEXT_OVERFLOW',
      `No prompt of ${environment.spec.id} leaves room to answer within ${limit} tokens.`,
      'Raise the budget, or choose a base with a longer context.',
      at,
    )
  }
}
