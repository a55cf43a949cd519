// AdamW with decoupled weight decay (Loshchilov and Hutter, 2019) and clipping by the global norm, in float64, for several
// entries of one arena at once, each with its own numbers.

import { at } from '../../base/assert.ts'

export interface OptimizerEntry {
  readonly start: number
  readonly length: number
}

/** The numbers of one entry's step, in the order of the kernel's table. */
export interface AdamNumbers {
  readonly learningRate: number
  readonly beta1: number
  readonly beta2: number
  readonly epsilon: number
  readonly weightDecay: number
  /** 1 − beta1^t and 1 − beta2^t. */
  readonly correction1: number
  readonly correction2: number
  /** The greatest norm of the gradient; 0: no clipping. */
  readonly greatestNorm: number
}

export function gradientNorm(gradient: Float64Array, { start, length }: OptimizerEntry): number {
  return Math.sqrt(gradient.subarray(start, start + length).reduce((sum, value) => sum + value * value, 0))
}

export interface OptimizerState {
  readonly weights: Float64Array
  readonly gradient: Float64Array
  readonly moment1: Float64Array
  readonly moment2: Float64Array
}

/** One step of one entry, in place; the gradient becomes zero. An entry whose norm is not finite keeps weights and moments. */
export function adamwStep(state: OptimizerState, entry: OptimizerEntry, numbers: AdamNumbers, norm: number): void {
  const { weights, gradient, moment1, moment2 } = state
  const scale = numbers.greatestNorm > 0 && norm > numbers.greatestNorm ? numbers.greatestNorm / norm : 1
  for (let i = entry.start; i < entry.start + entry.length; i++) {
    const g = at(gradient, i) * scale
    gradient[i] = 0
    if (!Number.isFinite(norm)) continue
    const m = numbers.beta1 * at(moment1, i) + (1 - numbers.beta1) * g
    const v = numbers.beta2 * at(moment2, i) + (1 - numbers.beta2) * g * g
    moment1[i] = m
    moment2[i] = v
    const step = m / numbers.correction1 / (Math.sqrt(v / numbers.correction2) + numbers.epsilon)
    weights[i] = at(weights, i) * (1 - numbers.learningRate * numbers.weightDecay) - numbers.learningRate * step
  }
}
