// The decoder in float64, backwards: the gradient of Σ weight · logprob over the head's rows at every base weight and every
// low-rank factor. The judge of backward.ts; itself judged by central differences of the forward reference.

import { at } from '../base/assert.ts'
import { adapterDown, adapterDownBackward, adapterGradient, adapterInputGradient, outWidth } from '../kernels/reference/adapter.ts'
import { attentionBackward } from '../kernels/reference/attention.ts'
import { addRows, takeRows } from '../kernels/reference/embedding.ts'
import { headGradientRow } from '../kernels/reference/head.ts'
import { add, matmul } from '../kernels/reference/matrix.ts'
import { rmsNormBackward, rmsNormGainGradient } from '../kernels/reference/norm.ts'
import { ropeBackward } from '../kernels/reference/rope.ts'
import { swigluBackward } from '../kernels/reference/swiglu.ts'
import { GROUPS, type GroupName, projectionGroup } from './device-weights.ts'
import {
  anglesOf,
  attentionShape,
  groupWeight,
  headWeight,
  type ReferenceHead,
  type ReferenceLayer,
  type ReferenceModel,
  type ReferencePass,
  type ReferencePictures,
  type ReferenceRows,
  referenceLogits,
  weightOf,
} from './reference.ts'
import { EMBEDDING, FINAL_NORM, HEAD, inputNormName, mlpNormName, PATCH_BIAS, PATCH_WEIGHT, projectionPath, projectionShape, weightShapes } from './weights.ts'

export interface ReferenceGradients {
  /** By Hugging Face name. A tied head's share is in the embedding's. */
  readonly weights: ReadonlyMap<string, Float64Array>
  /** At the factors' own offsets; empty without factors. */
  readonly arena: Float64Array
}

interface Walk {
  readonly model: ReferenceModel
  readonly rows: ReferenceRows
  readonly gradients: { readonly weights: Map<string, Float64Array>; readonly arena: Float64Array }
}

function addTo({ gradients }: Walk, name: string, gradient: Float64Array): void {
  const held = gradients.weights.get(name)
  gradients.weights.set(name, held === undefined ? gradient : add(held, gradient))
}

/** Through a projection: adds the gradients of its weights and factors, returns the gradient at its input x. */
function projection(walk: Walk, layer: number, name: GroupName, x: Float64Array, gradOut: Float64Array): Float64Array {
  const { model, rows, gradients } = walk
  const group = projectionGroup(model.config, layer, name)
  const [count, n, k] = [rows.slotOf.length, outWidth(group), group.inWidth]
  const gradWeight = matmul('tn', gradOut, x, n, k, count)
  let offset = 0
  for (const member of GROUPS[name]) {
    const [out, input] = projectionShape(model.config, member)
    addTo(walk, `${projectionPath(layer, member)}.weight`, gradWeight.slice(offset, offset + out * input))
    offset += out * input
  }
  const gradX = matmul('nn', gradOut, groupWeight(model, layer, name), count, k, n)
  if (model.factors === undefined) return gradX
  const hidden = adapterDown(rows.slotOf, model.factors, group, x)
  const gradHidden = adapterDownBackward(rows.slotOf, model.factors, group, gradOut)
  adapterGradient(rows.slotOf, model.factors, group, { x, hidden, gradOut, gradHidden }, gradients.arena)
  return add(gradX, adapterInputGradient(rows.slotOf, model.factors, group, gradHidden))
}

/** Through a norm: adds the gain's gradient, returns the gradient at x. */
function norm(walk: Walk, name: string, x: Float64Array, inverse: Float64Array, gradOut: Float64Array): Float64Array {
  addTo(walk, name, rmsNormGainGradient(x, inverse, gradOut, walk.model.config.width))
  return rmsNormBackward(x, weightOf(walk.model, name), inverse, gradOut)
}

/** From the gradient at a layer's output to the gradient at its input. */
function layerBackward(walk: Walk, index: number, layer: ReferenceLayer, gradOutput: Float64Array): Float64Array {
  const { config } = walk.model
  const shape = attentionShape(config)
  const gradActivated = projection(walk, index, 'down', layer.activated, gradOutput)
  const gradGateUp = swigluBackward(layer.gateUp, gradActivated, config.mlpWidth)
  const gradMiddleNormed = projection(walk, index, 'gateUp', layer.middleNormed, gradGateUp)
  const gradMiddle = add(gradOutput, norm(walk, mlpNormName(index), layer.middle, layer.middleInverse, gradMiddleNormed))
  const gradAttended = projection(walk, index, 'o', layer.attended, gradMiddle)
  const gradTurned = attentionBackward(shape, walk.rows, layer.qkv, gradAttended)
  const gradQkv = ropeBackward(shape, gradTurned, walk.rows.positions, anglesOf(config, walk.rows.positions))
  const gradInputNormed = projection(walk, index, 'qkv', layer.inputNormed, gradQkv)
  return add(gradMiddle, norm(walk, inputNormName(index), layer.input, layer.inputInverse, gradInputNormed))
}

/** The gradients of the patches' projection from that at the input. */
function patchesBackward(walk: Walk, { rows, patches }: ReferencePictures, gradInput: Float64Array): void {
  const { width } = walk.model.config
  const gathered = takeRows(gradInput, rows, width)
  addTo(walk, PATCH_WEIGHT, matmul('tn', gathered, patches, width, patches.length / rows.length, rows.length))
  const gradBias = new Float64Array(width)
  rows.forEach((_, index) => {
    for (let i = 0; i < width; i++) gradBias[i] = at(gradBias, i) + at(gathered, index * width + i)
  })
  addTo(walk, PATCH_BIAS, gradBias)
}

export function referenceBackward(model: ReferenceModel, rows: ReferenceRows, pass: ReferencePass, head: ReferenceHead): ReferenceGradients {
  const { vocabulary, width, tiedHead } = model.config
  const walk: Walk = { model, rows, gradients: { weights: new Map(), arena: new Float64Array(model.factors?.arena.length ?? 0) } }
  const logits = referenceLogits(model, pass, head)
  const count = head.rows.length
  const gradLogits = new Float64Array(count * vocabulary)
  head.rows.forEach((_, m) => {
    const row = logits.subarray(m * vocabulary, (m + 1) * vocabulary)
    gradLogits.set(headGradientRow(row, at(head.inverseTemperature, m), at(head.targets, m), at(head.weights, m)), m * vocabulary)
  })
  const gathered = takeRows(pass.outputNormed, head.rows, width)
  addTo(walk, tiedHead ? EMBEDDING : HEAD, matmul('tn', gradLogits, gathered, vocabulary, width, count))
  const gradNormed = new Float64Array(pass.outputNormed.length)
  addRows(gradNormed, head.rows, matmul('nn', gradLogits, headWeight(model), count, width, vocabulary), width)

  let stream = norm(walk, FINAL_NORM, pass.output, pass.outputInverse, gradNormed)
  for (let index = model.config.layers - 1; index >= 0; index--) stream = layerBackward(walk, index, at(pass.layers, index), stream)
  const gradEmbedding = new Float64Array(vocabulary * width)
  const patchRows = new Set(rows.patches?.rows ?? [])
  const textRows = Uint32Array.from([...rows.tokens.keys()].filter((row) => !patchRows.has(row)))
  addRows(
    gradEmbedding,
    Uint32Array.from(textRows, (row) => at(rows.tokens, row)),
    takeRows(stream, textRows, width),
    width,
  )
  if (rows.patches !== undefined) patchesBackward(walk, rows.patches, stream)
  addTo(walk, EMBEDDING, gradEmbedding)
  return {
    weights: new Map(weightShapes(model.config).map(({ name }) => [name, walk.gradients.weights.get(name) ?? new Float64Array(0)])),
    arena: walk.gradients.arena,
  }
}
