// The base model's weights on the device. Projections that share an input lie in one tensor, one below the other
// (q, k, v; gate, up), so that one product serves them. Knows names and shapes; knows no passes.

import { assert } from '../base/assert.ts'
import type { Kernels, ProjectionGroup, Tensor } from '../kernels/kernels.ts'
import type { Projection } from '../service/index.ts'
import { PROJECTIONS } from '../service/index.ts'
import type { ModelConfig } from './config.ts'
import { patchFeatures } from './patches.ts'
import { EMBEDDING, FINAL_NORM, HEAD, inputNormName, mlpNormName, PATCH_BIAS, PATCH_WEIGHT, projectionPath, projectionShape } from './weights.ts'

export type GroupName = 'qkv' | 'o' | 'gateUp' | 'down'

export const GROUPS: Readonly<Record<GroupName, readonly Projection[]>> = {
  qkv: ['q_proj', 'k_proj', 'v_proj'],
  o: ['o_proj'],
  gateUp: ['gate_proj', 'up_proj'],
  down: ['down_proj'],
}

export interface LayerWeights {
  readonly inputNorm: Tensor
  readonly mlpNorm: Tensor
  readonly projections: Readonly<Record<GroupName, Tensor>>
}

/** What brings patches to the width: weight [D, C], bias [D]. */
export interface PatchWeights {
  readonly weight: Tensor
  readonly bias: Tensor
}

export interface DeviceWeights {
  readonly embedding: Tensor
  readonly layers: readonly LayerWeights[]
  readonly finalNorm: Tensor
  /** The embedding itself when tied. */
  readonly head: Tensor
  /** Absent where the base reads text alone. */
  readonly patch?: PatchWeights
}

/** Where a Hugging Face tensor lives: in which device tensor, from which element. */
export interface WeightPlace {
  readonly name: string
  readonly tensor: Tensor
  readonly offset: number
  readonly length: number
}

/** The group of projections of a layer, as kernels want it. Table entries are layer × 7 + place in PROJECTIONS. */
export function projectionGroup(config: ModelConfig, layer: number, group: GroupName): ProjectionGroup {
  const members = GROUPS[group]
  const [first = 'q_proj'] = members
  return {
    entry: layer * PROJECTIONS.length + PROJECTIONS.indexOf(first),
    widths: members.map((member) => projectionShape(config, member)[0]),
    inWidth: projectionShape(config, first)[1],
  }
}

/** Allocates tensors for every weight, zero-filled. */
export function allocateWeights(kernels: Kernels, config: ModelConfig, label = 'base'): DeviceWeights {
  const matrix = (name: string, length: number): Tensor => kernels.tensor(`${label}.${name}`, 'f32', length)
  const embedding = matrix('embedding', config.vocabulary * config.width)
  return {
    embedding,
    layers: Array.from({ length: config.layers }, (_, layer) => ({
      inputNorm: matrix(`${layer}.inputNorm`, config.width),
      mlpNorm: matrix(`${layer}.mlpNorm`, config.width),
      projections: {
        qkv: matrix(`${layer}.qkv`, groupLength(config, 'qkv')),
        o: matrix(`${layer}.o`, groupLength(config, 'o')),
        gateUp: matrix(`${layer}.gateUp`, groupLength(config, 'gateUp')),
        down: matrix(`${layer}.down`, groupLength(config, 'down')),
      },
    })),
    finalNorm: matrix('finalNorm', config.width),
    head: config.tiedHead ? embedding : matrix('head', config.vocabulary * config.width),
    ...(config.patch === undefined
      ? {}
      : { patch: { weight: matrix('patch', config.width * patchFeatures(config.patch)), bias: matrix('patchBias', config.width) } }),
  }
}

function groupLength(config: ModelConfig, group: GroupName): number {
  const { widths, inWidth } = projectionGroup(config, 0, group)
  return widths.reduce((sum, width) => sum + width, 0) * inWidth
}

/** Every Hugging Face tensor with its place, in the order of weightShapes. */
export function weightPlaces(config: ModelConfig, weights: DeviceWeights): readonly WeightPlace[] {
  const places: WeightPlace[] = []
  const whole = (name: string, tensor: Tensor): void => void places.push({ name, tensor, offset: 0, length: tensor.length })
  const grouped = (layer: number, group: GroupName, tensor: Tensor): void => {
    let offset = 0
    for (const projection of GROUPS[group]) {
      const [out, input] = projectionShape(config, projection)
      places.push({ name: `${projectionPath(layer, projection)}.weight`, tensor, offset, length: out * input })
      offset += out * input
    }
  }
  whole(EMBEDDING, weights.embedding)
  weights.layers.forEach((layer, index) => {
    whole(inputNormName(index), layer.inputNorm)
    grouped(index, 'qkv', layer.projections.qkv)
    grouped(index, 'o', layer.projections.o)
    whole(mlpNormName(index), layer.mlpNorm)
    grouped(index, 'gateUp', layer.projections.gateUp)
    grouped(index, 'down', layer.projections.down)
  })
  whole(FINAL_NORM, weights.finalNorm)
  if (!config.tiedHead) whole(HEAD, weights.head)
  if (weights.patch !== undefined) {
    whole(PATCH_WEIGHT, weights.patch.weight)
    whole(PATCH_BIAS, weights.patch.bias)
  }
  return places
}

/** Copies a validated weight file (weights.ts, checkWeights) to the device. */
export function uploadWeights(kernels: Kernels, config: ModelConfig, weights: DeviceWeights, values: ReadonlyMap<string, Float32Array>): void {
  for (const place of weightPlaces(config, weights)) {
    const data = values.get(place.name)
    assert(data !== undefined && data.length === place.length, `${place.name} was not checked`)
    kernels.upload(place.tensor, data, place.offset)
  }
}

export function freeWeights(kernels: Kernels, config: ModelConfig, weights: DeviceWeights): void {
  // Places share tensors, and a tied head is the embedding.
  for (const tensor of new Set(weightPlaces(config, weights).map((place) => place.tensor))) kernels.free(tensor)
}

/** Angles of the rotary positions: f32 [positions, E], cos of E/2 angles, then sin. Computed in float64: WGSL's own are too coarse. */
export function rotaryAngles(config: Pick<ModelConfig, 'headWidth' | 'ropeTheta'>, positions: number): Float32Array {
  const half = config.headWidth / 2
  const angles = new Float32Array(positions * config.headWidth)
  for (let position = 0; position < positions; position++) {
    for (let i = 0; i < half; i++) {
      const angle = position * config.ropeTheta ** (-i / half)
      angles[position * config.headWidth + i] = Math.cos(angle)
      angles[position * config.headWidth + half + i] = Math.sin(angle)
    }
  }
  return angles
}
