// Where an adapter's factors lie in its region of the arena, and how they move between the region and the flat array of
// files and checkpoints. In the region ranks are padded to a multiple of 4 with zeros, which stay zero through every
// update: a padded rank has a zero gradient. Knows sizes; knows no device.

import type { ModelConfig } from '../model/config.ts'
import { projectionShape } from '../model/weights.ts'
import { type AdapterSpec, PROJECTIONS } from '../service/index.ts'

/** The factors of one projection of one layer. Offsets are relative to the region. */
export interface FactorPlace {
  /** Table entry: layer × 7 + place in PROJECTIONS. */
  readonly entry: number
  readonly out: number
  readonly input: number
  /** A [paddedRank, input], then B [out, paddedRank]. */
  readonly offsetA: number
  readonly offsetB: number
}

export interface AdapterLayout {
  readonly rank: number
  readonly paddedRank: number
  readonly factors: readonly FactorPlace[]
  /** Elements of the region, a multiple of 4. */
  readonly length: number
  /** Elements of the flat array: no padding. */
  readonly flatLength: number
}

export const entriesOf = (config: ModelConfig): number => config.layers * PROJECTIONS.length

export function adapterLayout(config: ModelConfig, spec: Pick<AdapterSpec, 'rank' | 'targets'>): AdapterLayout {
  const paddedRank = Math.ceil(spec.rank / 4) * 4
  const factors: FactorPlace[] = []
  let length = 0
  let flatLength = 0
  for (let layer = 0; layer < config.layers; layer++) {
    PROJECTIONS.forEach((projection, index) => {
      if (!spec.targets.includes(projection)) return
      const [out, input] = projectionShape(config, projection)
      factors.push({ entry: layer * PROJECTIONS.length + index, out, input, offsetA: length, offsetB: length + paddedRank * input })
      length += paddedRank * (input + out)
      flatLength += spec.rank * (input + out)
    })
  }
  return { rank: spec.rank, paddedRank, factors, length, flatLength }
}

/** Flat (A then B of every factor, ranks unpadded) to region. */
export function padFactors(layout: AdapterLayout, flat: Float32Array): Float32Array {
  const region = new Float32Array(layout.length)
  walk(layout, (flatStart, regionStart, count) => region.set(flat.subarray(flatStart, flatStart + count), regionStart))
  return region
}

/** Region to flat. */
export function unpadFactors(layout: AdapterLayout, region: Float32Array): Float32Array {
  const flat = new Float32Array(layout.flatLength)
  walk(layout, (flatStart, regionStart, count) => flat.set(region.subarray(regionStart, regionStart + count), flatStart))
  return flat
}

/** Every run of numbers that is contiguous in both. */
function walk(layout: AdapterLayout, visit: (flatStart: number, regionStart: number, count: number) => void): void {
  const { rank, paddedRank } = layout
  let flat = 0
  for (const { out, input, offsetA, offsetB } of layout.factors) {
    visit(flat, offsetA, rank * input)
    flat += rank * input
    for (let row = 0; row < out; row++) visit(flat + row * rank, offsetB + row * paddedRank, rank)
    flat += out * rank
  }
}
