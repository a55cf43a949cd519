// The random weights that pretraining begins with. Every tensor draws from a generator of its own, so that adding
// one tensor does not move the others. Knows names and shapes; does not know the engine.

import { assert } from '../../src/base/assert.ts'
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
  return 1 / Math.sqrt(isResidual(name) ? input * 2 * config.layers : input)
}

/**
 * The same, with every tensor of another base in its place; what that base lacks, such as the projection of patches, stays as drawn.
 * Layers that it has fewer come in below its own and begin as identities (o and down are 0): the grown base says what the other says.
 */
export function weightsFrom(config: ModelConfig, seed: number, base: ReadonlyMap<string, Tensor>): ReadonlyMap<string, Tensor> {
  const layers = [...base.keys()].reduce((most, name) => Math.max(most, layerOf(name) + 1), 0)
  const below = config.layers - layers
  return new Map(
    [...initialWeights(config, seed)].map(([name, drawn]) => {
      const layer = layerOf(name)
      if (layer >= 0 && layer < below) return [name, isResidual(name) ? { ...drawn, values: new Float32Array(drawn.values.length) } : drawn]
      const held = base.get(layer < 0 ? name : name.replace(LAYER, `model.layers.${layer - below}.`))
      if (held === undefined) return [name, drawn]
      assert(held.shape.join() === drawn.shape.join(), `${name} is [${held.shape}] and should be [${drawn.shape}]`)
      return [name, held]
    }),
  )
}

/** The spread of an embedding that a base has learned to use: 48 of them make a length of about 1.2. */
const LEARNED_SPREAD = 0.17

/**
 * Rows of the embedding [V, D] whose nearest other row is closer than `distance` drawn anew, N(0, 0.17²). Signs that a base never had to
 * tell apart have nearly one row, and so cannot be told apart by an adapter either: it changes neither embedding nor tied head.
 */
export function redrawAlike(weights: ReadonlyMap<string, Tensor>, seed: number, distance: number): ReadonlyMap<string, Tensor> {
  const embedding = weights.get(EMBEDDING)
  if (embedding === undefined) throw new Error('Assertion failed: a base has an embedding')
  const [count = 0, width = 0] = embedding.shape
  const row = (index: number): Float32Array => embedding.values.subarray(index * width, (index + 1) * width)
  const squared = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, place) => sum + (value - (b[place] ?? 0)) ** 2, 0)
  const values = embedding.values.slice()
  for (let index = 0; index < count; index++) {
    const others = Array.from({ length: count }, (_, other) => (other === index ? Number.POSITIVE_INFINITY : squared(row(index), row(other))))
    if (Math.min(...others) >= distance ** 2) continue
    const rng = createRng(streamKey(seed, 'baseInit'), 1000 + index)
    for (let place = 0; place < width; place++) values[index * width + place] = LEARNED_SPREAD * rng.normal()
  }
  return new Map([...weights, [EMBEDDING, { ...embedding, values }]])
}

const LAYER = /^model\.layers\.(\d+)\./
/** -1 for what stands outside all layers. */
const layerOf = (name: string): number => Number(LAYER.exec(name)?.[1] ?? -1)
const isResidual = (name: string): boolean => name.includes('.o_proj.') || name.includes('.down_proj.')
