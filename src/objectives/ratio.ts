// The losses that weigh a token by the ratio r = exp(p - q) of its probability now to that when it was sampled:
// importance_sampling takes it as it is, ppo stops where it leaves the bounds, cispo caps the weight and keeps the
// gradient. Bounds are on r itself, as in the Tinker API: 0.8 and 1.2 clip by 0.2.

import type { Objective } from './token-loss.ts'

export interface ClipBounds {
  readonly low: number
  readonly high: number
}

/** r·A. Its slope is r·A too, since dr/dp = r. */
export function importanceSampling(p: number, q: number, advantage: number): Objective {
  const value = Math.exp(p - q) * advantage
  return { value, slope: value, clipped: false }
}

/** min(r·A, clip(r)·A): no reward for moving further than the bounds (Schulman et al., 2017). */
export function ppo(p: number, q: number, advantage: number, bounds: ClipBounds): Objective {
  const ratio = Math.exp(p - q)
  const open = ratio * advantage
  const closed = clip(ratio, bounds) * advantage
  // Equal inside the bounds; there the open branch carries the gradient.
  if (open <= closed) return { value: open, slope: open, clipped: false }
  return { value: closed, slope: 0, clipped: true }
}

/** stopgrad(clip(r))·A·p: every token keeps a gradient, its weight is capped (MiniMax-M1, 2025). */
export function cispo(p: number, q: number, advantage: number, bounds: ClipBounds): Objective {
  const ratio = Math.exp(p - q)
  const weight = clip(ratio, bounds) * advantage
  return { value: weight * p, slope: weight, clipped: ratio < bounds.low || ratio > bounds.high }
}

/** The ratio, held within the bounds. */
export const clip = (ratio: number, { low, high }: ClipBounds): number => Math.min(Math.max(ratio, low), high)
