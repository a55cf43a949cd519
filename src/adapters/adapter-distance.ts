// How far two adapters are from each other as what they add to the base: the Frobenius norm of ΔW = scale · B A, over every
// projection of every layer, and of the difference. Factors alone cannot tell: different factors may make the same ΔW. Never
// forms ΔW: ⟨B₁A₁, B₂A₂⟩ is the sum over ranks of (B₁ᵀB₂) ∘ (A₁A₂ᵀ), in float64. Knows sizes; knows no device.

import { at } from '../base/assert.ts'
import type { ModelConfig } from '../model/config.ts'
import type { AdapterSpec } from '../service/index.ts'
import { adapterLayout } from './layout.ts'

export interface FlatAdapter {
  readonly spec: Pick<AdapterSpec, 'rank' | 'scale' | 'targets'>
  /** Flat, as in CheckpointData. */
  readonly weights: Float32Array
}

export interface AdapterDistance {
  /** ‖ΔW‖ of the first and of the second. */
  readonly first: number
  readonly second: number
  /** ‖ΔW₁ − ΔW₂‖. */
  readonly difference: number
  /** The cosine of the angle between them; NaN where one is zero. */
  readonly cosine: number
}

/** A [rank, input] and B [out, rank] of one projection of one layer. */
interface Factors {
  readonly a: Float32Array
  readonly b: Float32Array
  readonly rank: number
  readonly input: number
  readonly out: number
}

function factorsByEntry(config: ModelConfig, { spec, weights }: FlatAdapter): ReadonlyMap<number, Factors> {
  const { rank } = spec
  let start = 0
  return new Map(
    adapterLayout(config, spec).factors.map(({ entry, out, input }) => {
      const middle = start + rank * input
      const factors = { a: weights.subarray(start, middle), b: weights.subarray(middle, middle + out * rank), rank, input, out }
      start = middle + out * rank
      return [entry, factors]
    }),
  )
}

/** Both of the same projection. */
function innerProduct(one: Factors, two: Factors): number {
  let sum = 0
  for (let i = 0; i < one.rank; i++) {
    for (let j = 0; j < two.rank; j++) {
      let rows = 0
      for (let k = 0; k < one.input; k++) rows += at(one.a, i * one.input + k) * at(two.a, j * two.input + k)
      let columns = 0
      for (let k = 0; k < one.out; k++) columns += at(one.b, k * one.rank + i) * at(two.b, k * two.rank + j)
      sum += rows * columns
    }
  }
  return sum
}

export function adapterDistance(config: ModelConfig, first: FlatAdapter, second: FlatAdapter): AdapterDistance {
  const [one, two] = [factorsByEntry(config, first), factorsByEntry(config, second)]
  const between = (left: ReadonlyMap<number, Factors>, right: ReadonlyMap<number, Factors>): number => {
    let sum = 0
    for (const [entry, factors] of left) {
      const other = right.get(entry)
      if (other !== undefined) sum += innerProduct(factors, other)
    }
    return sum
  }
  const squares = [first.spec.scale ** 2 * between(one, one), second.spec.scale ** 2 * between(two, two)] as const
  const inner = first.spec.scale * second.spec.scale * between(one, two)
  const [a, b] = [Math.sqrt(squares[0]), Math.sqrt(squares[1])]
  return { first: a, second: b, difference: Math.sqrt(Math.max(0, squares[0] + squares[1] - 2 * inner)), cosine: inner / (a * b) }
}
