// cross_entropy: the weighted logprob itself. Supervised learning, and by weights any other loss.

import type { Objective } from './token-loss.ts'

/** w·p. */
export function crossEntropy(p: number, weight: number): Objective {
  return { value: weight * p, slope: weight, clipped: false }
}
