// A step in numbers, in the vocabulary of the field (record/events.ts). Pure sums over what the step produced;
// nothing is estimated, and what did not happen is 0.

import type { Trajectory } from '../episode/trajectory.ts'
import type { StepMetrics } from '../record/events.ts'
import type { Credit } from './credit.ts'
import type { UpdateResult } from './update.ts'

const TRUNCATED: readonly string[] = ['truncated_turns', 'truncated_tokens', 'context_overflow']

export const writtenTokens = (trajectory: Trajectory): number => trajectory.lossMask.reduce((sum, bit) => sum + bit, 0)

export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The spread of the values themselves (divided by n). */
function spreadOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))
}

/** `update` is null for arms that do not train: all that is summed over trained tokens is 0 then. */
export function stepMetrics(credit: Credit, update: UpdateResult | null, sampled: boolean): StepMetrics {
  const trajectories = credit.episodes.map(({ trajectory }) => trajectory)
  const rewards = trajectories.map(({ totalReward }) => totalReward)
  const lengths = trajectories.map(writtenTokens)
  const written = lengths.reduce((sum, length) => sum + length, 0)
  const trained = update?.trainedTokens ?? 0
  const perToken = (sum: number | undefined): number => (trained === 0 ? 0 : (sum ?? 0) / trained)
  // Sampled tokens carry the entropy that they were drawn with; demonstrations get theirs from the training pass.
  const sampledEntropy = trajectories.reduce((sum, { entropies }) => sum + entropies.reduce((total, entropy) => total + entropy, 0), 0)
  return {
    loss: perToken(update?.loss),
    rewardMean: meanOf(rewards),
    rewardStd: spreadOf(rewards),
    entropy: sampled ? sampledEntropy / Math.max(written, 1) : perToken(update?.entropy),
    klToBase: perToken(update?.klToBase),
    gradNorm: update?.gradNorm ?? 0,
    clipShare: perToken(update?.clipped),
    learningRate: update?.learningRate ?? 0,
    groups: credit.groups,
    droppedGroups: credit.droppedGroups,
    sampledTokens: sampled ? written : 0,
    trainedTokens: trained,
    trainedRows: update?.trainedRows ?? 0,
    completionTokensMean: meanOf(lengths),
    completionTokensMax: lengths.reduce((most, length) => Math.max(most, length), 0),
    truncatedShare: meanOf(trajectories.map(({ stop }) => (TRUNCATED.includes(stop) ? 1 : 0))),
    logprobGap: update?.logprobGap ?? 0,
    skippedUpdates: update?.skippedUpdates ?? 0,
    staleness: update?.staleness ?? 0,
  }
}
