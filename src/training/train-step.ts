// One step of one arm, start to end: episodes, credit, update, the new snapshot, and what is told of it. All arms
// take the same way; what a control leaves out is written where it is left out.

import { sha256Hex } from '../base/hash.ts'
import { createRng, permutation } from '../base/random.ts'
import { demonstrateEpisodes } from '../coordinator/demonstrate-episodes.ts'
import type { BatchResult, StateCounts } from '../coordinator/run-episodes.ts'
import type { Trajectory } from '../episode/trajectory.ts'
import type { StepDurations, StepMetrics } from '../record/events.ts'
import { encodeTokens } from '../record/token-blob.ts'
import { assignCredit, type Credit, isWhole, spread } from './credit.ts'
import { buildData, byKey } from './data.ts'
import { stepMetrics } from './metrics.ts'
import { splitGroups } from './minibatches.ts'
import { playEpisodes, rolloutSampler, trainingPlans } from './rollout.ts'
import type { RunDigest } from './run-digest.ts'
import { keyOf, type RunArm, type RunSetting, updates } from './setting.ts'
import { type UpdateResult, updateAdapter } from './update.ts'

export interface StepOutcome {
  readonly metrics: StepMetrics
  readonly milliseconds: StepDurations
}

export async function trainStep(setting: RunSetting, arm: RunArm, step: number, digest: RunDigest): Promise<StepOutcome> {
  const { spec, clock, emit } = setting
  const start = clock()
  const phase = arm.name === 'policy' ? 'rollout' : 'control'
  emit({ kind: 'phase', phase, step })
  const supervised = spec.kind === 'supervised' && updates(arm)
  const batch = supervised ? demonstrations(setting, arm, step) : await rollout(setting, arm, step)
  const credit = supervised ? creditDemonstrations(batch.trajectories) : creditRewards(setting, arm, step, batch.trajectories)

  let update: UpdateResult | null = null
  if (updates(arm)) {
    if (arm.name === 'policy') emit({ kind: 'phase', phase: 'updating', step })
    update = await setting.barrier.update(() => learn(setting, arm, step, credit, !supervised))
  }
  const metrics = stepMetrics(credit, update, !supervised)
  const version = arm.snapshot?.version ?? 0
  const value = await digest.stepped({ arm: arm.name, step, episodes: credit.episodes, turnLog: batch.turnLog, snapshotHash: arm.snapshot?.hash ?? '' })
  const milliseconds: StepDurations = {
    rollout: batch.milliseconds.sampling,
    environment: batch.milliseconds.environment,
    forwardBackward: update?.milliseconds.forwardBackward ?? 0,
    optimizer: update?.milliseconds.optimizer ?? 0,
    total: clock() - start,
  }
  emit({ kind: 'stepped', arm: arm.name, step, version, metrics, digest: value, milliseconds })
  await tellTokens(setting, arm, step, credit)
  return { metrics, milliseconds }
}

function rollout(setting: RunSetting, arm: RunArm, step: number): Promise<BatchResult> {
  const watch = ({ counts, stops }: StateCounts): void => setting.emit({ kind: 'states', arm: arm.name, step, counts, stops })
  return playEpisodes(setting, trainingPlans(setting.spec, step), 'train', rolloutSampler(setting, arm), watch)
}

function demonstrations(setting: RunSetting, arm: RunArm, step: number): BatchResult {
  const { spec, environment: definition, config, tokenizer, budget, clock } = setting
  const start = clock()
  const request = { definition, config, split: 'train' as const, tokenizer, budget, episodes: trainingPlans(spec, step) }
  const shuffle = arm.name === 'shuffled' ? { shuffle: createRng(keyOf(spec, 'rewardShuffle'), step) } : {}
  const trajectories = demonstrateEpisodes({ ...request, ...shuffle })
  return { trajectories, turnLog: [], waves: 0, faults: [], milliseconds: { sampling: 0, environment: clock() - start } }
}

/** The shuffled control gets everybody's rewards in another order: whatever it then learns is not from the task. */
function creditRewards({ spec }: RunSetting, arm: RunArm, step: number, trajectories: readonly Trajectory[]): Credit {
  const rewards = trajectories.map(({ totalReward }) => totalReward)
  const order = arm.name === 'shuffled' ? permutation(rewards.length, createRng(keyOf(spec, 'rewardShuffle'), step)) : rewards.keys()
  return assignCredit(
    spec.objective.advantage,
    trajectories,
    [...order].map((place) => rewards[place] ?? 0),
  )
}

/** Every token of an example weighs 1. */
function creditDemonstrations(trajectories: readonly Trajectory[]): Credit {
  return { episodes: trajectories.map((trajectory) => spread(trajectory, isWhole(trajectory) ? 1 : undefined)), groups: trajectories.length, droppedGroups: 0 }
}

async function learn(setting: RunSetting, arm: RunArm, step: number, credit: Credit, sampled: boolean): Promise<UpdateResult | null> {
  const { spec, service } = setting
  if (arm.adapter === null || arm.snapshot === null) return null
  const { minibatches: count } = spec.objective
  const groups = [...byKey(credit.episodes.filter(({ trained }) => trained)).values()]
  const options = { prefix: `${arm.name}/${step}`, temperature: spec.rollout.temperature, sampled }
  const minibatches = splitGroups(groups, count, createRng(keyOf(spec, 'minibatch'), step)).map((part) => buildData(part.flat(), options))
  const result = await updateAdapter(setting, { adapter: arm.adapter, snapshot: arm.snapshot.id, minibatches, firstOptimizerStep: (step - 1) * count })
  const previous = arm.snapshot
  arm.snapshot = await service.saveWeightsForSampler(arm.adapter)
  if (previous.id !== arm.snapshot.id) await service.releaseSnapshot(previous.id)
  return result
}

async function tellTokens({ emit }: RunSetting, arm: RunArm, step: number, credit: Credit): Promise<void> {
  const episodes = credit.episodes.map(({ trajectory, coefficients, trained }) => ({ trajectory, advantages: coefficients, trained: trained && updates(arm) }))
  const bytes = encodeTokens({ step, arm: arm.name, episodes })
  const tokens = credit.episodes.reduce((sum, { trajectory }) => sum + trajectory.tokens.length, 0)
  const ref = { step, arm: arm.name, episodes: episodes.length, tokens, bytes: bytes.length, hash: await sha256Hex(bytes) }
  emit({ kind: 'tokens', ref }, { arm: arm.name, step, bytes })
}
