// Sampling in float64: Gumbel-max over y = logit · inverse temperature with counter-based noise, and the thresholds of top-k and
// top-p. The random bits are the kernel's own, so both choose the same token wherever rounding does not decide.

import { at } from '../../base/assert.ts'
import { type Key, philox } from '../../base/random.ts'

/** Episode, agent and index of the token: with the key they decide the noise of every column. */
export type SampleCounter = readonly [episode: number, agent: number, index: number]

/** Gumbel noise of a column: −log(−log u), u in (0, 1) from word (column mod 4) of Philox at counter (column / 4, …). */
function gumbel(key: Key, counter: SampleCounter, column: number): number {
  const bits = at(philox(key, [Math.floor(column / 4), ...counter]), column % 4)
  // The kernel's u is an f32 held below 1.
  const u = Math.min((bits + 0.5) * 2 ** -32, 1 - 2 ** -24)
  return -Math.log(-Math.log(u))
}

/** y + noise of every column; −Infinity where y is below the threshold. The sample is the first greatest. Absent counter: greedy. */
export function sampleScores(y: Float64Array, threshold: number, key: Key, counter?: SampleCounter): Float64Array {
  return y.map((value, column) => (value < threshold ? Number.NEGATIVE_INFINITY : value + (counter === undefined ? 0 : gumbel(key, counter, column))))
}

/** The column of the greatest score, the lowest among equals. */
export function argmax(scores: Float64Array): number {
  let best = 0
  scores.forEach((score, column) => {
    if (score > at(scores, best)) best = column
  })
  return best
}

/** The least y that both rules keep. topK 0 and topP ≥ 1 switch a rule off. */
export function sampleThreshold(y: Float64Array, topK: number, topP: number): number {
  const sorted = y.slice().sort((a, b) => b - a)
  const byCount = topK > 0 && topK < y.length ? at(sorted, topK - 1) : Number.NEGATIVE_INFINITY
  if (topP >= 1) return byCount
  const highest = at(sorted, 0)
  const total = sorted.reduce((sum, value) => sum + Math.exp(value - highest), 0)
  let kept = 0
  for (const value of sorted) {
    kept += Math.exp(value - highest)
    if (kept >= topP * total) return Math.max(byCount, value)
  }
  return byCount
}
