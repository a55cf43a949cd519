// What a row looked at, against what the pass itself made of it: the shares of a head, times the values, are what it attended to.

import { beforeAll, expect, test } from 'vitest'
import { at } from '../base/assert.ts'
import { createRng } from '../base/random.ts'
import { WasmKernels } from '../kernels/wasm/wasm-kernels.ts'
import { attendedOf } from './attended.ts'
import type { ModelConfig } from './config.ts'
import { Decoder } from './decoder.ts'
import { allocateWeights, uploadWeights } from './device-weights.ts'
import { packRows } from './rows.ts'
import { TensorPool, uploadTables } from './tables.ts'
import { weightShapes } from './weights.ts'

const CONFIG: ModelConfig = {
  layers: 2,
  width: 16,
  heads: 4,
  kvHeads: 2,
  headWidth: 8,
  mlpWidth: 24,
  vocabulary: 20,
  contextTokens: 32,
  ropeTheta: 10000,
  normEpsilon: 1e-5,
  tiedHead: true,
}

let kernels: WasmKernels
beforeAll(async () => {
  kernels = await WasmKernels.create()
})

test('the shares of every head add up to 1 and make the attended row of their values', async () => {
  const weights = allocateWeights(kernels, CONFIG)
  const values = weightShapes(CONFIG).map(({ name, shape }, index) => {
    const rng = createRng([0x617474, index])
    return [name, Float32Array.from({ length: shape.reduce((product, size) => product * size, 1) }, () => 0.5 * rng.normal())] as const
  })
  uploadWeights(kernels, CONFIG, weights, new Map(values))
  const decoder = new Decoder(kernels, CONFIG, weights, CONFIG.contextTokens)
  const tokens = (...ids: number[]) => Uint32Array.from(ids)
  const packing = packRows([
    { slot: 0, tokens: tokens(1, 2, 3, 4, 5, 6), group: 'g', sharedPrefix: 4 },
    { slot: 0, tokens: tokens(1, 2, 3, 4, 9, 8, 7), group: 'g', sharedPrefix: 4 },
  ])
  const pass = decoder.forward(uploadTables(new TensorPool(kernels, 'rows'), packing), { keep: true })
  const asked = [5, 6].map((last, sequence) => {
    const keys = Array.from({ length: last + 1 }, (_, position) => at(packing.rowOf, sequence)(position))
    return { row: at(keys, last), keys }
  })
  const shares = await attendedOf(decoder, pass, asked)
  const { layers, heads, kvHeads, headWidth } = CONFIG
  for (const [index, { row, keys }] of asked.entries()) {
    for (let layer = 0; layer < layers; layer++) {
      const { cache, attended } = at(pass.layers, layer)
      const held = await kernels.downloadF32(cache.values, 0, packing.rows * kvHeads * headWidth)
      const want = await kernels.downloadF32(attended, row * heads * headWidth, heads * headWidth)
      for (let head = 0; head < heads; head++) {
        const own = at(shares, index).subarray((layer * heads + head) * keys.length, (layer * heads + head + 1) * keys.length)
        expect(own.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5)
        for (let i = 0; i < headWidth; i++) {
          const group = Math.floor(head / (heads / kvHeads))
          const made = keys.reduce((sum, key, place) => sum + at(own, place) * at(held, (key * kvHeads + group) * headWidth + i), 0)
          expect(made).toBeCloseTo(at(want, head * headWidth + i), 4)
        }
      }
    }
  }
})
