// The update phase of one arm: minibatch by minibatch, gradients and an optimizer step. Before the weights move, the
// logprobs of every token are computed under the version that sampled it and compared with what was recorded then.

import { at } from '../base/assert.ts'
import { tokenloomError } from '../base/errors.ts'
import { k3 } from '../objectives/kl.ts'
import { type AdamParams, type AdapterId, BASE_SNAPSHOT, type Datum, type ForwardBackwardResult, type SnapshotId } from '../service/index.ts'
import { learningRateAt } from './schedule.ts'
import { lossOf, type RunSetting } from './setting.ts'

export interface UpdateRequest {
  readonly adapter: AdapterId
  /** The version that the rollout read; unchanged while this runs. */
  readonly snapshot: SnapshotId
  readonly minibatches: readonly (readonly Datum[])[]
  /** Index of the first of this step's planned optimizer steps, from 0. */
  readonly firstOptimizerStep: number
}

/** Sums over the trained tokens of all minibatches, unless said otherwise. */
export interface UpdateResult {
  readonly loss: number
  readonly klToBase: number
  readonly entropy: number
  readonly clipped: number
  readonly trainedTokens: number
  readonly trainedRows: number
  /** Mean over the optimizer steps that were taken. */
  readonly gradNorm: number
  /** That of the last planned optimizer step. */
  readonly learningRate: number
  readonly logprobGap: number
  readonly skippedUpdates: number
  readonly milliseconds: { readonly forwardBackward: number; readonly optimizer: number }
}

export async function updateAdapter(setting: RunSetting, request: UpdateRequest): Promise<UpdateResult> {
  const { service, spec, track, clock } = setting
  const { adapter, snapshot, minibatches } = request
  const sum = { loss: 0, klToBase: 0, entropy: 0, clipped: 0, trainedTokens: 0, trainedRows: 0, logprobGap: 0, skippedUpdates: 0 }
  const gradNorms: number[] = []
  let [forwardBackward, optimizer, learningRate] = [0, 0, 0]

  // These passes check and measure; they are no part of the training speed, only of the step's total time.
  // Asked for at once, so that an engine may let them share one.
  const [recorded, base] = await Promise.all([forwardLater(setting, snapshot, minibatches), forwardBase(setting, minibatches)])
  for (const [index, data] of minibatches.entries()) {
    learningRate = learningRateAt(spec.optimizer, request.firstOptimizerStep + index, spec.steps * spec.objective.minibatches)
    if (data.length === 0) {
      sum.skippedUpdates++
      continue
    }
    const trainedTokens = data.reduce((total, datum) => total + countTrained(datum), 0)
    const before = clock()
    const result = await track(service.forwardBackward({ adapter, data, loss: lossOf(spec, trainedTokens) }))
    forwardBackward += clock() - before
    refuseNotFinite(result, request.firstOptimizerStep + index)
    const { metrics } = result
    // The loss was scaled to a mean; a sum over tokens weighs minibatches as they are.
    sum.loss += metrics.lossSum * trainedTokens
    sum.entropy += metrics.entropySum
    sum.clipped += metrics.clippedTokens
    sum.trainedTokens += metrics.trainedTokens
    sum.trainedRows += metrics.rows
    for (const [place, datum] of data.entries()) {
      const now = at(result.logprobs, place)
      // The first minibatch is still under the recorded version; later ones were computed before the weights moved.
      sum.logprobGap = Math.max(sum.logprobGap, gapOf(datum, recorded.get(datum) ?? now))
      const baseline = result.baseLogprobs?.[place] ?? base.get(datum)
      if (baseline !== undefined) sum.klToBase += klOf(datum, datum.samplingLogprobs ?? now, baseline)
    }
    const stepped = clock()
    const step = await track(service.optimStep(adapter, adamParams(setting, learningRate)))
    optimizer += clock() - stepped
    if (step.skipped) sum.skippedUpdates++
    else gradNorms.push(step.gradNorm)
  }
  const gradNorm = gradNorms.length === 0 ? 0 : gradNorms.reduce((total, norm) => total + norm, 0) / gradNorms.length
  return { ...sum, gradNorm, learningRate, milliseconds: { forwardBackward, optimizer } }
}

/** Logprobs under the recorded version, for sampled data of all minibatches but the first that trains. */
async function forwardLater(
  { service, track }: RunSetting,
  snapshot: SnapshotId,
  minibatches: UpdateRequest['minibatches'],
): Promise<Map<Datum, Float32Array>> {
  const first = minibatches.findIndex((data) => data.length > 0)
  const later = minibatches
    .slice(first + 1)
    .flat()
    .filter((datum) => datum.samplingLogprobs !== undefined)
  if (later.length === 0) return new Map()
  const { logprobs } = await track(service.forward({ of: { snapshot }, data: later }))
  return new Map(later.map((datum, index) => [datum, at(logprobs, index)]))
}

/** The base's logprobs of everything that trains. A loss with a KL term brings them along, so then none are asked for. */
async function forwardBase({ service, spec, track }: RunSetting, minibatches: UpdateRequest['minibatches']): Promise<Map<Datum, Float32Array>> {
  const data = minibatches.flat()
  if (data.length === 0 || spec.objective.klCoefficient > 0) return new Map()
  const { logprobs } = await track(service.forward({ of: { snapshot: BASE_SNAPSHOT }, data }))
  return new Map(data.map((datum, index) => [datum, at(logprobs, index)]))
}

const countTrained = (datum: Datum): number => datum.lossMask.reduce((total, bit) => total + bit, 0)

function sumTrained(datum: Datum, value: (index: number) => number): number {
  let total = 0
  datum.lossMask.forEach((bit, index) => {
    if (bit === 1) total += value(index)
  })
  return total
}

const klOf = (datum: Datum, policy: Float32Array, base: Float32Array): number => sumTrained(datum, (index) => k3(at(policy, index), at(base, index)).value)

function gapOf({ lossMask, samplingLogprobs }: Datum, logprobs: Float32Array): number {
  if (samplingLogprobs === undefined) return 0
  let gap = 0
  lossMask.forEach((bit, index) => {
    if (bit === 1) gap = Math.max(gap, Math.abs(at(samplingLogprobs, index) - at(logprobs, index)))
  })
  return gap
}

function adamParams({ spec }: RunSetting, learningRate: number): AdamParams {
  const { beta1, beta2, epsilon, weightDecay, gradClipNorm } = spec.optimizer
  return { learningRate, beta1, beta2, epsilon, weightDecay, gradClipNorm }
}

function refuseNotFinite({ metrics, logprobs }: ForwardBackwardResult, step: number): void {
  if (Number.isFinite(metrics.lossSum) && logprobs.every((column) => column.every(Number.isFinite))) return
  throw tokenloomError(
    'NOT_FINITE',
    `The loss of optimizer step ${step + 1} is no number.`,
    'Lower the learning rate, or lengthen the warm-up.',
    'optimizer.learningRate',
  )
}
