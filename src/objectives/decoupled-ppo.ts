// decoupled_ppo: for data that an older policy wrote (Hilton et al., 2022; AReaL, 2025). The clip holds the policy near where
// it stood just before this update (the proximal policy, logprob m), and a fixed weight corrects for the older policy that
// sampled (q). With m = q it is ppo.

import { type ClipBounds, ppo } from './ratio.ts'
import type { Objective } from './token-loss.ts'

/** min(exp(m - q), cap) · min(r·A, clip(r)·A) with r = exp(p - m). The weight does not move with p. */
export function decoupledPpo(p: number, q: number, m: number, advantage: number, bounds: ClipBounds, cap: number): Objective {
  const weight = Math.min(Math.exp(m - q), cap)
  const { value, slope, clipped } = ppo(p, m, advantage, bounds)
  return { value: weight * value, slope: weight * slope, clipped }
}
