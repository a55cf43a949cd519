// dro: direct reward optimisation (Richemond et al., 2024). The logprob weighted by the advantage, held near the
// sampling policy by a quadratic term instead of a clip.

import type { Objective } from './token-loss.ts'

/** A·p - (beta/2)·(p - q)². */
export function dro(p: number, q: number, advantage: number, beta: number): Objective {
  const distance = p - q
  return { value: advantage * p - (beta / 2) * distance * distance, slope: advantage - beta * distance, clipped: false }
}
