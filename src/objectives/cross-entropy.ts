// cross_entropy: the weighted logprob itself. Supervised learning, and by a choice of weights the gradient of any
// other loss. Does not read the logprob at sampling.

import type { Objective } from './token-loss.ts'

/** w·p. */
export function crossEntropy(p: number, weight: number): Objective {
  return { value: weight * p, slope: weight, clipped: false }
}
