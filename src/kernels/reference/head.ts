// The vocabulary head in float64, whole rows at once: y = logit · inverse temperature, logprob and entropy of softmax(y), and the
// gradient of a weighted sum of logprobs at the logits. Under an action mask the softmax is over the allowed columns alone. The
// kernels do the same in chunks.

import { at } from '../../base/assert.ts'

export interface HeadRow {
  readonly logprob: number
  /** In nats. */
  readonly entropy: number
  /** softmax(y) [V] */
  readonly probabilities: Float64Array
}

/** y of the columns that may be chosen, −Infinity for the others. Absent: all may. */
function maskedRow(y: Float64Array, allowed: ArrayLike<number> | undefined): Float64Array {
  if (allowed === undefined) return y
  const kept = new Float64Array(y.length).fill(Number.NEGATIVE_INFINITY)
  for (const column of Array.from(allowed)) kept[column] = at(y, column)
  return kept
}

export function headRow(logits: Float64Array, inverseTemperature: number, target: number, allowed?: ArrayLike<number>): HeadRow {
  const y = maskedRow(
    logits.map((logit) => logit * inverseTemperature),
    allowed,
  )
  const highest = y.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const sum = y.reduce((total, value) => total + Math.exp(value - highest), 0)
  const logSum = highest + Math.log(sum)
  const probabilities = y.map((value) => Math.exp(value - logSum))
  const entropy = logSum - probabilities.reduce((total, p, column) => (p === 0 ? total : total + p * at(y, column)), 0)
  return { logprob: at(y, target) - logSum, entropy, probabilities }
}

/** The gradient at one row's logits of weight · logprob(target): weight · (1[column = target] − p) · inverseTemperature; 0 where not allowed. */
export function headGradientRow(logits: Float64Array, inverseTemperature: number, target: number, weight: number, allowed?: ArrayLike<number>): Float64Array {
  const { probabilities } = headRow(logits, inverseTemperature, target, allowed)
  return probabilities.map((p, column) => weight * ((column === target ? 1 : 0) - p) * inverseTemperature)
}
