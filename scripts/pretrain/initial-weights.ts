// The random weights that pretraining begins with. Every tensor draws from a generator of its own, so that adding
// one tensor does not move the others. Knows names and shapes; does not know the engine.

import { createRng, streamKey } from '../../src/base/random.ts'
import type { ModelConfig } from '../../src/model/config.ts'
import { elementCount, type Tensor } from '../../src/model/safetensors.ts'
import { EMBEDDING, HEAD, weightShapes } from '../../src/model/weights.ts'

/**
 * Embedding (and an untied head) N(0, 0.05²), projections [out, in] N(0, 1/in), norms 1. The projections that write
 * into the residual stream (o, down) are also divided by sqrt(2 · layers), so that depth does not swell the stream.
 */
export function initialWeights(config: ModelConfig, seed: number): ReadonlyMap<string, Tensor> {
  const key = streamKey(seed, 'baseInit')
  return new Map(
    weightShapes(config).map(({ name, shape }, tensor) => {
      const rng = createRng(key, tensor)
      const deviation = standardDeviation(config, name, shape)
      const values = Float32Array.from({ length: elementCount(shape) }, () => (deviation === null ? 1 : deviation * rng.normal()))
      return [name, { shape, values }]
    }),
  )
}

function standardDeviation(config: ModelConfig, name: string, shape: readonly number[]): number | null {
  if (name === EMBEDDING || name === HEAD) return 0.05
  const [, input] = shape
  if (input === undefined) return null
  const residual = name.includes('.o_proj.') || name.includes('.down_proj.')
  return 1 / Math.sqrt(residual ? input * 2 * config.layers : input)
}
