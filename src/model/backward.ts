// The decoder, backwards: from the gradient at the head's input to the gradients of the low-rank factors, and, when the
// base itself is trained, of every weight. Walks the layers in reverse over what the forward pass kept. Speaks to the
// kernel seam alone; knows no losses and no optimizer.

import { assert } from '../base/assert.ts'
import type { Tensor } from '../kernels/kernels.ts'
import type { Decoder, ForwardPass, LayerActivations } from './decoder.ts'
import { type DeviceWeights, GROUPS, type GroupName, projectionGroup } from './device-weights.ts'
import { picturesBackward } from './picture-embedding.ts'
import type { TensorPool } from './tables.ts'

/**
 * What is trained: the factors' gradients at their own offsets of an arena, or every base weight in tensors of its shape. `order` and
 * `starts` sort the rows that read the embedding by token: picture rows are left out.
 */
export interface GradientTargets {
  readonly gradArena?: Tensor
  readonly base?: { readonly gradients: DeviceWeights; readonly order: Tensor; readonly starts: Tensor }
}

interface Walk {
  readonly decoder: Decoder
  readonly pass: ForwardPass
  readonly pool: TensorPool
  readonly targets: GradientTargets
  /** The gradient at the residual stream, [T, D]: every block adds to it. */
  readonly stream: Tensor
}

/** `gradNormed` [T, D] is the gradient at pass.outputNormed. Gradients accumulate, except those of base matrices, which overwrite. */
export function backward(decoder: Decoder, pass: ForwardPass, pool: TensorPool, gradNormed: Tensor, targets: GradientTargets): void {
  const { kernels, config, weights } = decoder
  const { rows } = pass.tables
  const { width } = config
  const stream = pool.get('stream', rows * width)
  kernels.clear(stream, 0, rows * width)
  const walk: Walk = { decoder, pass, pool, targets, stream }
  norm(walk, pass.output, weights.finalNorm, pass.outputInverse, gradNormed, targets.base?.gradients.finalNorm)
  for (let index = config.layers - 1; index >= 0; index--) {
    const layer = weights.layers[index]
    const kept = pass.layers[index]
    assert(layer !== undefined && kept !== undefined, 'the pass kept no activations')
    mlpBackward(walk, index, layer, kept)
    attentionBlockBackward(walk, index, layer, kept)
  }
  if (targets.base !== undefined) {
    const { gradients, order, starts } = targets.base
    kernels.embedBackward({ order, starts, gradOut: stream, gradTable: gradients.embedding, vocabulary: config.vocabulary, width })
    const { pictures } = pass.tables
    if (gradients.patch === undefined || config.patch === undefined) return
    if (pictures === undefined) kernels.clear(gradients.patch.weight)
    else picturesBackward(kernels, config.patch, width, gradients.patch, pool, pictures, stream)
  }
}

function mlpBackward(walk: Walk, index: number, layer: DeviceWeights['layers'][number], kept: LayerActivations): void {
  const { decoder, pass, pool, targets, stream } = walk
  const { rows } = pass.tables
  const { width, mlpWidth } = decoder.config
  const gradActivated = pool.get('activated', rows * mlpWidth)
  projection(walk, index, 'down', layer, kept, kept.activated, stream, gradActivated)
  const gradGateUp = pool.get('gateUp', rows * 2 * mlpWidth)
  decoder.kernels.swigluBackward({ gateUp: kept.gateUp, gradOut: gradActivated, gradGateUp, rows, width: mlpWidth })
  const gradNormed = pool.get('normed', rows * width)
  projection(walk, index, 'gateUp', layer, kept, kept.middleNormed, gradGateUp, gradNormed)
  norm(walk, kept.middle, layer.mlpNorm, kept.middleInverse, gradNormed, targets.base?.gradients.layers[index]?.mlpNorm)
}

function attentionBlockBackward(walk: Walk, index: number, layer: DeviceWeights['layers'][number], kept: LayerActivations): void {
  const { decoder, pass, pool, targets, stream } = walk
  const { kernels, shape } = decoder
  const { tables } = pass
  const queries = shape.heads * shape.headWidth
  const gradAttended = pool.get('attended', tables.rows * queries)
  projection(walk, index, 'o', layer, kept, kept.attended, stream, gradAttended)
  const gradQkv = pool.get('qkv', tables.rows * (queries + 2 * shape.kvHeads * shape.headWidth))
  const delta = pool.get('delta', tables.rows * shape.heads)
  kernels.attentionBackward({
    tables,
    shape,
    qkv: kept.qkv,
    ...kept.cache,
    out: kept.attended,
    logSumExp: kept.logSumExp,
    gradOut: gradAttended,
    delta,
    gradQkv,
  })
  kernels.ropeBackward({ tables, shape, gradQkv, angles: decoder.angles })
  const gradNormed = pool.get('normed', tables.rows * decoder.config.width)
  projection(walk, index, 'qkv', layer, kept, kept.inputNormed, gradQkv, gradNormed)
  norm(walk, kept.input, layer.inputNorm, kept.inputInverse, gradNormed, targets.base?.gradients.layers[index]?.inputNorm)
}

/** Through y = x Wᵀ + hidden Bᵀ: gradX overwritten; the factors' gradients, or W's, as the targets ask. */
function projection(
  walk: Walk,
  index: number,
  name: GroupName,
  layer: DeviceWeights['layers'][number],
  kept: LayerActivations,
  x: Tensor,
  gradOut: Tensor,
  gradX: Tensor,
): void {
  const { decoder, pass, pool, targets } = walk
  const { kernels } = decoder
  const { tables, factors } = pass
  const group = projectionGroup(decoder.config, index, name)
  const weight = layer.projections[name]
  if (factors === undefined) {
    kernels.projectBackward({ tables, group, gradOut, weight, gradX })
  } else {
    const gradHidden = pool.get(`hidden.${name}`, tables.rows * GROUPS[name].length * factors.maxRank)
    kernels.adapterDownBackward({ tables, factors, group, gradOut, gradHidden })
    kernels.projectBackward({ tables, group, gradOut, weight, gradX, adapters: { factors, gradHidden } })
    if (targets.gradArena !== undefined) {
      const outWidth = group.widths.reduce((sum, width) => sum + width, 0)
      const scratch = pool.get('adapterScratch', tables.chunkCount * factors.maxRank * Math.max(group.widths.length * group.inWidth, outWidth))
      kernels.adapterGradient({ tables, factors, group, x, hidden: kept.hidden[name], gradOut, gradHidden, gradArena: targets.gradArena, scratch })
    }
  }
  const gradWeight = targets.base?.gradients.layers[index]?.projections[name]
  if (gradWeight !== undefined) {
    const m = group.widths.reduce((sum, width) => sum + width, 0)
    kernels.matmul({ layout: 'tn', a: gradOut, b: x, out: gradWeight, m, n: group.inWidth, k: tables.rows })
  }
}

function norm(walk: Walk, x: Tensor, gain: Tensor, inverse: Tensor, gradOut: Tensor, gradGain: Tensor | undefined): void {
  const { decoder, pass, pool, stream } = walk
  const { rows } = pass.tables
  const { width } = decoder.config
  decoder.kernels.rmsNormBackward({ x, gain, inverse, gradOut, gradX: stream, rows, width })
  if (gradGain !== undefined) {
    const scratch = pool.get('gainScratch', Math.ceil(rows / 256) * width)
    decoder.kernels.rmsNormGainGradient({ x, inverse, gradOut, gradGain, scratch, rows, width })
  }
}
