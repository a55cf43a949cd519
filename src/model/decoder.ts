// The decoder, forwards: RMSNorm, rotary attention with grouped queries, SwiGLU, residuals; low-rank factors by row.
// One code path serves prefill, decoding and training, so that a row has the same bits in all three; training keeps what
// the backward pass needs. Speaks to the kernel seam alone; knows no losses and no adapters' bookkeeping.

import { at } from '../base/assert.ts'
import type { AdapterFactors, AttentionShape, Kernels, RowTables, Tensor } from '../kernels/kernels.ts'
import type { ModelConfig } from './config.ts'
import { type DeviceWeights, GROUPS, type GroupName, projectionGroup, rotaryAngles } from './device-weights.ts'
import { embedPictures } from './picture-embedding.ts'
import { type PassTables, TensorPool } from './tables.ts'

/** Key and value rows of every layer: [C, G·E] each. In training C = T and the rows are those of the pass. */
export interface KeyValueRows {
  readonly keys: Tensor
  readonly values: Tensor
}

/** What a layer leaves behind for the backward pass. */
export interface LayerActivations {
  readonly input: Tensor
  readonly inputInverse: Tensor
  readonly inputNormed: Tensor
  readonly qkv: Tensor
  readonly cache: KeyValueRows
  readonly attended: Tensor
  readonly logSumExp: Tensor
  readonly middle: Tensor
  readonly middleInverse: Tensor
  readonly middleNormed: Tensor
  readonly gateUp: Tensor
  readonly activated: Tensor
  readonly hidden: Readonly<Record<GroupName, Tensor>>
}

export interface ForwardPass {
  readonly tables: PassTables
  readonly layers: readonly LayerActivations[]
  /** The residual stream after the last layer, and its norm: what the head reads. [T, D] */
  readonly output: Tensor
  readonly outputInverse: Tensor
  readonly outputNormed: Tensor
  readonly factors: AdapterFactors | undefined
}

export interface PassOptions {
  /** Absent: every row is a base row. */
  readonly factors?: AdapterFactors
  /** Absent: keys and values are the rows of this pass. */
  readonly cache?: readonly KeyValueRows[]
  /** Keep every layer's activations. */
  readonly keep: boolean
  /** Token ids, when not those of the tables: in decoding they come from the sampler. */
  readonly tokens?: Tensor
}

export class Decoder {
  readonly kernels: Kernels
  readonly config: ModelConfig
  readonly weights: DeviceWeights
  readonly shape: AttentionShape
  readonly angles: Tensor
  private readonly kept: TensorPool
  private readonly passing: TensorPool

  constructor(kernels: Kernels, config: ModelConfig, weights: DeviceWeights, contextTokens: number) {
    this.kernels = kernels
    this.config = config
    this.weights = weights
    this.shape = { heads: config.heads, kvHeads: config.kvHeads, headWidth: config.headWidth }
    this.angles = kernels.tensor('angles', 'f32', contextTokens * config.headWidth)
    kernels.upload(this.angles, rotaryAngles(config, contextTokens))
    this.kept = new TensorPool(kernels, 'activations')
    this.passing = new TensorPool(kernels, 'rollout')
  }

  forward(tables: PassTables, options: PassOptions): ForwardPass {
    const { kernels, config, weights } = this
    const { rows } = tables
    const { width, normEpsilon: epsilon } = config
    const layers: LayerActivations[] = []
    let input = this.tensor(options.keep, 0, 'input', rows * width)
    kernels.embed({ tokens: options.tokens ?? tables.tokens, table: weights.embedding, out: input, rows, width })
    if (tables.pictures !== undefined && config.patch !== undefined && weights.patch !== undefined)
      embedPictures(kernels, config.patch, width, weights.patch, this.passing, tables.pictures, input)
    weights.layers.forEach((layer, index) => {
      const next = this.tensor(options.keep, index + 1, 'input', rows * width)
      layers.push(this.layer(index, layer, tables, options, input, next))
      input = next
    })
    const outputInverse = this.tensor(options.keep, config.layers, 'inverse', rows)
    const outputNormed = this.tensor(options.keep, config.layers, 'normed', rows * width)
    kernels.rmsNorm({ x: input, gain: weights.finalNorm, out: outputNormed, inverse: outputInverse, rows, width, epsilon })
    return { tables, layers, output: input, outputInverse, outputNormed, factors: options.factors }
  }

  dispose(): void {
    this.kept.dispose()
    this.passing.dispose()
    this.kernels.free(this.angles)
  }

  private layer(
    index: number,
    layer: DeviceWeights['layers'][number],
    tables: RowTables,
    options: PassOptions,
    input: Tensor,
    output: Tensor,
  ): LayerActivations {
    const { kernels, config, shape } = this
    const { rows } = tables
    const { width, mlpWidth, normEpsilon: epsilon } = config
    const queries = shape.heads * shape.headWidth
    const keyed = shape.kvHeads * shape.headWidth
    const of = (name: string, length: number): Tensor => this.tensor(options.keep, index, name, length)

    const inputInverse = of('inputInverse', rows)
    const inputNormed = of('inputNormed', rows * width)
    kernels.rmsNorm({ x: input, gain: layer.inputNorm, out: inputNormed, inverse: inputInverse, rows, width, epsilon })
    const qkv = of('qkv', rows * (queries + 2 * keyed))
    const hidden = { qkv: this.project('qkv', index, layer.projections.qkv, tables, options, inputNormed, qkv, false) }
    const cache = options.cache === undefined ? { keys: of('keys', rows * keyed), values: of('values', rows * keyed) } : at(options.cache, index)
    kernels.rope({ tables, shape, qkv, angles: this.angles, ...cache })
    const attended = of('attended', rows * queries)
    const logSumExp = of('logSumExp', rows * shape.heads)
    kernels.attention({ tables, shape, qkv, ...cache, out: attended, logSumExp })

    const middle = this.residual(options.keep, index, 'middle', input, rows * width)
    const o = this.project('o', index, layer.projections.o, tables, options, attended, middle, true)
    const middleInverse = of('middleInverse', rows)
    const middleNormed = of('middleNormed', rows * width)
    kernels.rmsNorm({ x: middle, gain: layer.mlpNorm, out: middleNormed, inverse: middleInverse, rows, width, epsilon })
    const gateUp = of('gateUp', rows * 2 * mlpWidth)
    const up = this.project('gateUp', index, layer.projections.gateUp, tables, options, middleNormed, gateUp, false)
    const activated = of('activated', rows * mlpWidth)
    kernels.swiglu({ gateUp, out: activated, rows, width: mlpWidth })
    if (options.keep) kernels.copy(middle, 0, output, 0, rows * width)
    const down = this.project('down', index, layer.projections.down, tables, options, activated, options.keep ? output : middle, true)
    return {
      input,
      inputInverse,
      inputNormed,
      qkv,
      cache,
      attended,
      logSumExp,
      middle,
      middleInverse,
      middleNormed,
      gateUp,
      activated,
      hidden: { ...hidden, o, gateUp: up, down },
    }
  }

  /** out (+)= x Wᵀ with the rows' factors; returns x Aᵀ, which the gradient of the factors needs. */
  private project(
    name: GroupName,
    index: number,
    weight: Tensor,
    tables: RowTables,
    options: PassOptions,
    x: Tensor,
    out: Tensor,
    accumulate: boolean,
  ): Tensor {
    const group = projectionGroup(this.config, index, name)
    const { factors } = options
    if (factors === undefined) {
      this.kernels.project({ tables, group, x, weight, out, accumulate })
      return out
    }
    const hidden = this.tensor(options.keep, index, `hidden.${name}`, tables.rows * GROUPS[name].length * factors.maxRank)
    this.kernels.adapterDown({ tables, factors, group, x, hidden })
    this.kernels.project({ tables, group, x, weight, out, accumulate, adapters: { factors, hidden } })
    return hidden
  }

  /** The residual stream that a block adds to: a copy when the old one is needed later, else the very tensor. */
  private residual(keep: boolean, index: number, name: string, input: Tensor, length: number): Tensor {
    if (!keep) return input
    const copy = this.tensor(keep, index, name, length)
    this.kernels.copy(input, 0, copy, 0, length)
    return copy
  }

  private tensor(keep: boolean, layer: number, name: string, length: number): Tensor {
    return keep ? this.kept.get(`${layer}.${name}`, length) : this.passing.get(name, length)
  }
}
