// gspo: one ratio for a whole sequence, the geometric mean of its tokens' ratios, clipped as one (Zheng et al., 2025). Written
// in the form that gives every token its own advantage (GSPO-token of the same paper), so that credit by turn keeps its
// meaning; where all tokens of a sequence share one advantage it is GSPO itself, value and gradient.

import { type ClipBounds, clip } from './ratio.ts'
import type { Objective } from './token-loss.ts'

/**
 * At each token min(s·A, clip(s)·A), with s = exp(logRatio), the mean of p - q over the sequence's trained tokens. Its slope
 * at the token is s·A: over n tokens of one advantage, n·s·A in value and s·A at each, since ds/dp = s/n.
 */
export function gspo(logRatio: number, advantage: number, bounds: ClipBounds): Objective {
  const ratio = Math.exp(logRatio)
  const open = ratio * advantage
  const closed = clip(ratio, bounds) * advantage
  if (open <= closed) return { value: open, slope: open, clipped: false }
  return { value: closed, slope: 0, clipped: true }
}
