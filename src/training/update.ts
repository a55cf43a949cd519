// The update phase of one arm: minibatch by minibatch, gradients and an optimizer step. Before the weights move, the
// logprobs of every token are computed under the version that sampled it and compared with what was recorded then.

import { at } from '../base/assert.ts'
import { tokenloomError } from '../base/errors.ts'
import { evaluateDatum } from '../objectives/evaluate-datum.ts'
import { k3 } from '../objectives/kl.ts'
import type { AdamParams, Datum, ForwardBackwardResult, LossSpec } from '../service/index.ts'
import { forwardBase, forwardRecorded, type UpdateRequest, withProximal } from './before-update.ts'
import { learningRateAt } from './schedule.ts'
import { lossOf, type RunSetting } from './setting.ts'

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
  /** Updates that were left out as a gradient was not finite, and those that had nothing to learn from. */
  readonly skippedUpdates: number
  readonly emptyUpdates: number
  /** Optimizer steps between the version that wrote and the one that learns. */
  readonly staleness: number
  /** By datum id: what the backward pass took of every token. */
  readonly weights: ReadonlyMap<string, Float32Array>
  readonly milliseconds: { readonly forwardBackward: number; readonly optimizer: number }
}

export async function updateAdapter(setting: RunSetting, request: UpdateRequest): Promise<UpdateResult> {
  const { service, spec, track, clock } = setting
  const { adapter, rollout, newest } = request
  const minibatches = await withProximal(setting, request)
  const sum = { loss: 0, klToBase: 0, entropy: 0, clipped: 0, trainedTokens: 0, trainedRows: 0, logprobGap: 0, skippedUpdates: 0, emptyUpdates: 0 }
  const gradNorms: number[] = []
  const weights = new Map<string, Float32Array>()
  let [forwardBackward, optimizer, learningRate] = [0, 0, 0]
  const share = request.examples === true || spec.imitation.steps === 0 ? 1 : spec.imitation.rewardRate

  // These passes check and measure; they are no part of the training speed, only of the step's total time.
  // Asked for at once, so that an engine may let them share one.
  const [recorded, base] = await Promise.all([forwardRecorded(setting, request, minibatches), forwardBase(setting, minibatches)])
  for (const [index, data] of minibatches.entries()) {
    // The schedule counts rollouts' optimizer steps: a step that is cut finer goes through the same rates.
    const place = Math.floor((index * spec.objective.minibatches) / minibatches.length)
    learningRate = share * learningRateAt(spec.optimizer, request.firstOptimizerStep + place, spec.steps * spec.objective.minibatches)
    if (data.length === 0) {
      sum.emptyUpdates++
      continue
    }
    const trainedTokens = data.reduce((total, datum) => total + countTrained(datum), 0)
    const before = clock()
    const loss = lossOf(spec, trainedTokens, request.examples)
    const result = await track(service.forwardBackward({ adapter, data, loss }))
    forwardBackward += clock() - before
    request.witness?.({
      by: 'engine',
      kind: 'trained',
      inputHash: result.stamp.inputHash,
      ids: data.map(({ id }) => id),
      trainedTokens: result.metrics.trainedTokens,
    })
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
      weights.set(datum.id, weightsOf(loss, datum, now, result.baseLogprobs?.[place]))
      // Unless it lags, the first minibatch is still under the recorded version; all else was computed before the weights moved.
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
  return { ...sum, gradNorm, learningRate, staleness: newest.version - rollout.version, weights, milliseconds: { forwardBackward, optimizer } }
}

/** The loss is the service's own: the same function of the same logprobs gives the weights that its backward pass took. */
function weightsOf(loss: LossSpec, datum: Datum, logprobs: Float32Array, base: Float32Array | undefined): Float32Array {
  const weights = new Float32Array(datum.tokens.length)
  for (const { position, gradient } of evaluateDatum(loss, datum, logprobs, base)) weights[position] = gradient
  return weights
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

export function adamParams({ spec }: RunSetting, learningRate: number): AdamParams {
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
