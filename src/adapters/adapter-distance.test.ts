import { describe, expect, test } from 'vitest'
import { createRng } from '../base/random.ts'
import type { ModelConfig } from '../model/config.ts'
import type { Projection } from '../service/index.ts'
import { adapterDistance, type FlatAdapter } from './adapter-distance.ts'
import { adapterLayout } from './layout.ts'

const TINY: ModelConfig = {
  ...{ layers: 2, width: 12, heads: 3, kvHeads: 1, headWidth: 8, mlpWidth: 16, vocabulary: 20, contextTokens: 32 },
  ...{ ropeTheta: 10000, normEpsilon: 1e-5, tiedHead: true },
}

function drawn(seed: number, rank: number, targets: readonly Projection[], scale = 2): FlatAdapter {
  const rng = createRng([seed, 1])
  const spec = { rank, scale, targets }
  return { spec, weights: Float32Array.from({ length: adapterLayout(TINY, spec).flatLength }, () => rng.normal()) }
}

/** Every ΔW written out, by layer and projection. */
function updates({ spec, weights }: FlatAdapter): ReadonlyMap<number, Float64Array> {
  let start = 0
  return new Map(
    adapterLayout(TINY, spec).factors.map(({ entry, out, input }) => {
      const [a, b] = [weights.subarray(start, start + spec.rank * input), weights.subarray(start + spec.rank * input)]
      start += spec.rank * (input + out)
      const delta = new Float64Array(out * input)
      for (let row = 0; row < out; row++)
        for (let column = 0; column < input; column++)
          for (let r = 0; r < spec.rank; r++)
            delta[row * input + column] = (delta[row * input + column] ?? 0) + spec.scale * (b[row * spec.rank + r] ?? 0) * (a[r * input + column] ?? 0)
      return [entry, delta]
    }),
  )
}

function plainly(first: FlatAdapter, second: FlatAdapter): number {
  const [one, two] = [updates(first), updates(second)]
  let sum = 0
  for (const entry of new Set([...one.keys(), ...two.keys()])) {
    const [a, b] = [one.get(entry), two.get(entry)]
    const length = a?.length ?? b?.length ?? 0
    for (let i = 0; i < length; i++) sum += ((a?.[i] ?? 0) - (b?.[i] ?? 0)) ** 2
  }
  return Math.sqrt(sum)
}

describe('the distance of two adapters', () => {
  test('is that of the updates written out, also for unlike ranks and targets', () => {
    const [first, second] = [drawn(1, 3, ['q_proj', 'down_proj']), drawn(2, 5, ['q_proj', 'v_proj'], 0.5)]
    const { difference } = adapterDistance(TINY, first, second)
    expect(difference).toBeCloseTo(plainly(first, second), 6)
    expect(difference).toBeGreaterThan(1)
  })

  test('is exactly zero between an adapter and itself, and near zero between two that only write the same update differently', () => {
    const one = drawn(3, 2, ['v_proj'])
    expect(adapterDistance(TINY, one, one).difference).toBe(0)
    const halved = { spec: { ...one.spec, scale: 4 }, weights: one.weights.map((value) => value * Math.SQRT1_2) }
    const { first, difference, cosine } = adapterDistance(TINY, one, halved)
    expect(difference / first).toBeLessThan(1e-3)
    expect(cosine).toBeCloseTo(1, 6)
  })
})
