// One step's episodes of one arm. The plans depend on seed and step alone, so that every arm plays the same start
// states with the same random numbers; what differs is who plays.

import { tokenloomError } from '../base/errors.ts'
import { createRng } from '../base/random.ts'
import type { EpisodePlan } from '../coordinator/episode-plan.ts'
import { type BatchResult, runEpisodes, type StateCounts } from '../coordinator/run-episodes.ts'
import type { Sampler } from '../coordinator/sampler.ts'
import type { Split } from '../environments/contract.ts'
import type { RunSpec } from '../record/spec.ts'
import { randomSampler, snapshotSampler } from './samplers.ts'
import { keyOf, type RunArm, type RunSetting } from './setting.ts'

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

export function rolloutSampler(setting: RunSetting, arm: RunArm): Sampler {
  const { spec, tokenizer, environment } = setting
  if (arm.snapshot === null) return randomSampler(tokenizer, environment, keyOf(spec, 'randomPolicy'))
  const { temperature, topK, topP } = spec.rollout
  return snapshotSampler(setting, arm.snapshot, { key: keyOf(spec, 'sampling'), temperature, topK, topP })
}

export async function playEpisodes(
  setting: RunSetting,
  episodes: readonly EpisodePlan[],
  split: Split,
  sampler: Sampler,
  watch?: (states: StateCounts) => void,
): Promise<BatchResult> {
  const { environment: definition, config, tokenizer, budget, barrier, clock } = setting
  const request = { definition, config, split, tokenizer, budget, episodes, sampler, barrier, now: clock }
  const result = await runEpisodes(watch === undefined ? request : { ...request, watch })
  refuseHopeless(setting, result, episodes.length)
  return result
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
