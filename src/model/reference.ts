// The decoder in float64, forwards: what every engine must agree with. Layer by layer from the float64 references of the
// kernels, over packed rows with adapters by slot; keeps what the backward reference needs. Slow and plain on purpose.
// Knows no devices, no tiles and no streaming.

import { assert, at } from '../base/assert.ts'
import type { AttentionShape } from '../kernels/kernels.ts'
import { adapterDown, adapterUp, type FactorData, outWidth } from '../kernels/reference/adapter.ts'
import { attention, type SegmentData } from '../kernels/reference/attention.ts'
import { takeRows } from '../kernels/reference/embedding.ts'
import { headRow } from '../kernels/reference/head.ts'
import { add, columnsOf, matmul } from '../kernels/reference/matrix.ts'
import { rmsNorm } from '../kernels/reference/norm.ts'
import { rope, rotaryAngles } from '../kernels/reference/rope.ts'
import { swiglu } from '../kernels/reference/swiglu.ts'
import type { ModelConfig } from './config.ts'
import { GROUPS, type GroupName, projectionGroup } from './device-weights.ts'
import { EMBEDDING, FINAL_NORM, HEAD, inputNormName, mlpNormName, PATCH_BIAS, PATCH_WEIGHT, projectionPath } from './weights.ts'

export interface ReferenceModel {
  readonly config: ModelConfig
  /** By Hugging Face name, row-major. */
  readonly weights: ReadonlyMap<string, Float64Array>
  /** Absent: every row is a base row. */
  readonly factors?: FactorData
}

/** Packed rows: the tables of a pass on the host, and the adapter slot of every row. */
/** Patches [P, C] at rows of a pass. */
export interface ReferencePictures {
  readonly rows: Uint32Array
  readonly patches: Float64Array
}

export interface ReferenceRows extends SegmentData {
  readonly tokens: Uint32Array
  readonly positions: Uint32Array
  readonly slotOf: Uint32Array
  /** Absent: text alone. */
  readonly patches?: ReferencePictures
}

/** Rows that reach the head: which row, its target, the inverse of its temperature, and dLoss/dlogprob. */
export interface ReferenceHead {
  readonly rows: Uint32Array
  readonly targets: Uint32Array
  readonly inverseTemperature: Float64Array
  readonly weights: Float64Array
}

/** What a layer leaves for the backward pass; shapes as in decoder.ts. */
export interface ReferenceLayer {
  readonly input: Float64Array
  readonly inputInverse: Float64Array
  readonly inputNormed: Float64Array
  readonly qkv: Float64Array
  readonly attended: Float64Array
  readonly middle: Float64Array
  readonly middleInverse: Float64Array
  readonly middleNormed: Float64Array
  readonly gateUp: Float64Array
  readonly activated: Float64Array
}

export interface ReferencePass {
  readonly layers: readonly ReferenceLayer[]
  /** The residual stream after the last layer and its norm. [T, D] */
  readonly output: Float64Array
  readonly outputInverse: Float64Array
  readonly outputNormed: Float64Array
}

export const attentionShape = ({ heads, kvHeads, headWidth }: ModelConfig): AttentionShape => ({ heads, kvHeads, headWidth })

export function weightOf(model: ReferenceModel, name: string): Float64Array {
  const weight = model.weights.get(name)
  assert(weight !== undefined, `the reference has no weight ${name}`)
  return weight
}

export const headWeight = (model: ReferenceModel): Float64Array => weightOf(model, model.config.tiedHead ? EMBEDDING : HEAD)

/** The weights of a group's projections, one below the other: [N, K]. */
export function groupWeight(model: ReferenceModel, layer: number, name: GroupName): Float64Array {
  return Float64Array.from(GROUPS[name].flatMap((projection) => [...weightOf(model, `${projectionPath(layer, projection)}.weight`)]))
}

export function anglesOf(config: ModelConfig, positions: Uint32Array): Float64Array {
  const count = positions.reduce((most, position) => Math.max(most, position + 1), 0)
  return rotaryAngles(count, config.headWidth, config.ropeTheta)
}

/** x Wᵀ plus the low-rank part of each row's slot. */
function project(model: ReferenceModel, { slotOf }: ReferenceRows, layer: number, name: GroupName, x: Float64Array): Float64Array {
  const group = projectionGroup(model.config, layer, name)
  const direct = matmul('nt', x, groupWeight(model, layer, name), slotOf.length, outWidth(group), group.inWidth)
  if (model.factors === undefined) return direct
  return add(direct, adapterUp(slotOf, model.factors, group, adapterDown(slotOf, model.factors, group, x)))
}

function layerForward(model: ReferenceModel, rows: ReferenceRows, layer: number, input: Float64Array): ReferenceLayer & { readonly output: Float64Array } {
  const { config } = model
  const shape = attentionShape(config)
  const first = rmsNorm(input, weightOf(model, inputNormName(layer)), config.normEpsilon)
  const qkv = rope(shape, project(model, rows, layer, 'qkv', first.out), rows.positions, anglesOf(config, rows.positions))
  const rowWidth = (shape.heads + 2 * shape.kvHeads) * shape.headWidth
  const cached = shape.kvHeads * shape.headWidth
  const keys = columnsOf(qkv, rowWidth, shape.heads * shape.headWidth, cached)
  const values = columnsOf(qkv, rowWidth, shape.heads * shape.headWidth + cached, cached)
  const attended = attention(shape, rows, qkv, { keys, values }).out
  const middle = add(input, project(model, rows, layer, 'o', attended))
  const second = rmsNorm(middle, weightOf(model, mlpNormName(layer)), config.normEpsilon)
  const gateUp = project(model, rows, layer, 'gateUp', second.out)
  const activated = swiglu(gateUp, config.mlpWidth)
  return {
    input,
    inputInverse: first.inverse,
    inputNormed: first.out,
    qkv,
    attended,
    middle,
    middleInverse: second.inverse,
    middleNormed: second.out,
    gateUp,
    activated,
    output: add(middle, project(model, rows, layer, 'down', activated)),
  }
}

/** Row by row W patch + b, in place of what stands there. */
function embedPatches(model: ReferenceModel, { rows, patches }: ReferencePictures, x: Float64Array): void {
  const { width } = model.config
  const bias = weightOf(model, PATCH_BIAS)
  const projected = matmul('nt', patches, weightOf(model, PATCH_WEIGHT), rows.length, width, patches.length / rows.length)
  rows.forEach((row, index) => {
    for (let i = 0; i < width; i++) x[row * width + i] = at(projected, index * width + i) + at(bias, i)
  })
}

export function referenceForward(model: ReferenceModel, rows: ReferenceRows): ReferencePass {
  let stream = takeRows(weightOf(model, EMBEDDING), rows.tokens, model.config.width)
  if (rows.patches !== undefined) embedPatches(model, rows.patches, stream)
  const layers: ReferenceLayer[] = []
  for (let layer = 0; layer < model.config.layers; layer++) {
    const { output, ...kept } = layerForward(model, rows, layer, stream)
    layers.push(kept)
    stream = output
  }
  const { out, inverse } = rmsNorm(stream, weightOf(model, FINAL_NORM), model.config.normEpsilon)
  return { layers, output: stream, outputInverse: inverse, outputNormed: out }
}

/** Logits [M, V] of the rows that reach the head. */
export function referenceLogits(model: ReferenceModel, pass: ReferencePass, head: ReferenceHead): Float64Array {
  const { vocabulary, width } = model.config
  return matmul('nt', takeRows(pass.outputNormed, head.rows, width), headWeight(model), head.rows.length, vocabulary, width)
}

/** Logprobs and entropies [M] of the head's rows. */
export function referenceLogprobs(model: ReferenceModel, pass: ReferencePass, head: ReferenceHead): { logprobs: Float64Array; entropies: Float64Array } {
  const { vocabulary } = model.config
  const logits = referenceLogits(model, pass, head)
  const rows = Array.from(head.rows, (_, m) =>
    headRow(logits.subarray(m * vocabulary, (m + 1) * vocabulary), at(head.inverseTemperature, m), at(head.targets, m)),
  )
  return { logprobs: Float64Array.from(rows, ({ logprob }) => logprob), entropies: Float64Array.from(rows, ({ entropy }) => entropy) }
}
