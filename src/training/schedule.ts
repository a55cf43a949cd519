// The learning rate at each optimizer step: linear warm-up to the peak, then linear decay to a share of it. A pure
// function of the planned number of steps, so that a skipped update does not shift what follows.

import type { ScheduleSpec } from '../record/spec.ts'

/** The rate of optimizer step `index` (from 0) of `total`. The peak falls on the last step of the warm-up. */
export function learningRateAt({ learningRate, warmupSteps, finalShare }: ScheduleSpec, index: number, total: number): number {
  if (index < warmupSteps) return (learningRate * (index + 1)) / warmupSteps
  const peak = Math.max(warmupSteps - 1, 0)
  const length = total - 1 - peak
  const progress = length > 0 ? Math.min((index - peak) / length, 1) : 0
  return learningRate * (1 - progress * (1 - finalShare))
}
