// The k3 estimate of KL(policy || base) at one sampled token (Schulman, "Approximating KL divergence", 2020):
// never negative, zero where the two agree, low variance.

export interface KlEstimate {
  readonly value: number
  /** Derivative with respect to p. */
  readonly slope: number
}

/** exp(b - p) - (b - p) - 1. expm1 keeps the small values exact. */
export function k3(p: number, b: number): KlEstimate {
  const difference = b - p
  const excess = Math.expm1(difference)
  return { value: excess - difference, slope: -excess }
}
