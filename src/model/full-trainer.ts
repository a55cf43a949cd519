// Trains every weight of a base model from token sequences: what pretraining uses. One step is a packed forward and
// backward pass and one AdamW update over all weights, clipped by the global norm. The weights live twice: in the tensors
// that kernels read, and in one arena that the optimizer walks. Knows sequences; knows no text, corpora or files.

import { assert } from '../base/assert.ts'
import { isPictureRow } from '../base/picture-rows.ts'
import type { Kernels, Tensor } from '../kernels/kernels.ts'
import { OPTIMIZER_BLOCK } from '../kernels/kernels.ts'
import type { AdamParams, PlacedImage } from '../service/index.ts'
import { backward } from './backward.ts'
import type { ModelConfig } from './config.ts'
import { Decoder } from './decoder.ts'
import { allocateWeights, type DeviceWeights, freeWeights, uploadWeights, weightPlaces } from './device-weights.ts'
import { entriesByRow, evaluateHead, type HeadEntries, headBackward } from './head.ts'
import { packRows } from './rows.ts'
import { TensorPool, uploadTables } from './tables.ts'

/** A sequence to learn from: tokens, or tokens with pictures among them. */
export interface TrainSequence {
  readonly tokens: Uint32Array
  readonly images?: readonly PlacedImage[]
}

export interface FullStepResult {
  /** Mean cross-entropy over every predicted token, in nats. */
  readonly loss: number
  readonly gradNorm: number
  readonly tokens: number
}

/** Everything needed to go on: weights and moments by arena offset, and the step count. */
export interface FullTrainerState {
  readonly step: number
  readonly weights: Float32Array
  readonly moment1: Float32Array
  readonly moment2: Float32Array
}

export class FullTrainer {
  readonly decoder: Decoder
  private readonly kernels: Kernels
  private readonly config: ModelConfig
  private readonly gradients: DeviceWeights
  private readonly rowPool: TensorPool
  private readonly pool: TensorPool
  private readonly length: number
  private readonly arena: { readonly weights: Tensor; readonly gradient: Tensor; readonly moment1: Tensor; readonly moment2: Tensor }
  private readonly entries: Tensor
  private readonly hyper: Tensor
  private readonly norms: Tensor
  private readonly normScratch: Tensor
  private step = 0

  constructor(kernels: Kernels, config: ModelConfig, values: ReadonlyMap<string, Float32Array>, contextTokens: number) {
    this.kernels = kernels
    this.config = config
    const weights = allocateWeights(kernels, config)
    uploadWeights(kernels, config, weights, values)
    this.decoder = new Decoder(kernels, config, weights, contextTokens)
    this.gradients = allocateWeights(kernels, config, 'gradient')
    this.rowPool = new TensorPool(kernels, 'rows')
    this.pool = new TensorPool(kernels, 'backward')
    this.length = weightPlaces(config, weights).reduce((sum, place) => sum + place.length, 0)
    const arena = (name: string): Tensor => kernels.tensor(`arena.${name}`, 'f32', this.length)
    this.arena = { weights: arena('weights'), gradient: arena('gradient'), moment1: arena('moment1'), moment2: arena('moment2') }
    const blocks = Math.ceil(this.length / OPTIMIZER_BLOCK)
    this.entries = kernels.tensor('entries', 'u32', 4)
    kernels.upload(this.entries, Uint32Array.of(0, this.length, 0, blocks))
    this.hyper = kernels.tensor('hyper', 'f32', 8)
    this.norms = kernels.tensor('norms', 'f32', 4)
    this.normScratch = kernels.tensor('normScratch', 'f32', blocks)
    this.exchange(weights, this.arena.weights, 'gather')
  }

  /** One optimizer step on the mean cross-entropy of all tokens but the first of each sequence; picture rows are read, never predicted. */
  async train(sequences: readonly TrainSequence[], adam: AdamParams): Promise<FullStepResult> {
    const { summed, count } = this.accumulate(sequences, predictedTokens(sequences))
    this.update(adam)
    const [loss, norms] = await Promise.all([summed, this.kernels.downloadF32(this.norms, 0, 1)])
    return { loss: loss / count, gradNorm: norms[0] ?? 0, tokens: count }
  }

  /**
   * The gradient of a share of a step: of the sum of these tokens' cross-entropies over the `predicted` tokens of the whole step.
   * In the order of the arena; several shares add up to what train() would step by. Changes nothing.
   */
  async gradient(sequences: readonly TrainSequence[], predicted: number): Promise<{ readonly lossSum: number; readonly gradient: Float32Array }> {
    const { summed } = this.accumulate(sequences, predicted)
    this.exchange(this.gradients, this.arena.gradient, 'gather')
    const [lossSum, gradient] = await Promise.all([summed, this.kernels.downloadF32(this.arena.gradient)])
    return { lossSum, gradient }
  }

  /** One optimizer step by a gradient that was put together elsewhere; returns its norm before clipping. */
  async apply(gradient: Float32Array, adam: AdamParams): Promise<number> {
    this.kernels.upload(this.arena.gradient, gradient)
    this.stepByArena(adam)
    const norms = await this.kernels.downloadF32(this.norms, 0, 1)
    return norms[0] ?? 0
  }

  /** Forward and backward; the gradients stand in tensors of the weights' shapes. */
  private accumulate(sequences: readonly TrainSequence[], predicted: number): { readonly summed: Promise<number>; readonly count: number } {
    const { kernels, decoder, config } = this
    const packing = packRows(sequences.map(({ tokens, images }) => ({ slot: 0, tokens: tokens.subarray(0, tokens.length - 1), images })))
    const tables = uploadTables(this.rowPool, packing, config.patch)
    const pass = decoder.forward(tables, { keep: true })
    const entries = allTargets(sequences, packing.rowOf)
    const evaluated = evaluateHead(decoder, this.pool, pass.outputNormed, entries)
    const count = entries.rows.length
    const gradNormed = this.pool.get('gradNormed', packing.rows * config.width)
    headBackward(decoder, this.pool, pass.outputNormed, entries, new Float32Array(count).fill(-1 / predicted), {
      gradNormed,
      rows: packing.rows,
      gradHead: this.gradients.head,
    })
    const { order, starts } = entriesByRow(packing.tokens, config.vocabulary, new Set(packing.pictures.rows))
    if (!config.tiedHead) kernels.clear(this.gradients.embedding)
    for (const gain of [this.gradients.finalNorm, ...this.gradients.layers.flatMap((layer) => [layer.inputNorm, layer.mlpNorm])]) kernels.clear(gain)
    if (this.gradients.patch !== undefined) kernels.clear(this.gradients.patch.bias)
    const base = { gradients: this.gradients, order: this.pool.filled('tokenOrder', order), starts: this.pool.filled('tokenStarts', starts) }
    backward(decoder, pass, this.pool, gradNormed, { base })
    return { summed: evaluated.then(({ logprobs }) => -logprobs.reduce((sum, value) => sum + value, 0)), count }
  }

  /** Weights by Hugging Face name. */
  async weights(): Promise<ReadonlyMap<string, Float32Array>> {
    const flat = await this.kernels.downloadF32(this.arena.weights)
    let offset = 0
    return new Map(
      weightPlaces(this.config, this.decoder.weights).map((place) => {
        const values = flat.slice(offset, offset + place.length)
        offset += place.length
        return [place.name, values]
      }),
    )
  }

  async state(): Promise<FullTrainerState> {
    const [weights, moment1, moment2] = await Promise.all(
      [this.arena.weights, this.arena.moment1, this.arena.moment2].map((tensor) => this.kernels.downloadF32(tensor)),
    )
    assert(weights !== undefined && moment1 !== undefined && moment2 !== undefined, 'three downloads')
    return { step: this.step, weights, moment1, moment2 }
  }

  restore(state: FullTrainerState): void {
    this.step = state.step
    this.kernels.upload(this.arena.weights, state.weights)
    this.kernels.upload(this.arena.moment1, state.moment1)
    this.kernels.upload(this.arena.moment2, state.moment2)
    this.exchange(this.decoder.weights, this.arena.weights, 'scatter')
  }

  dispose(): void {
    this.rowPool.dispose()
    this.pool.dispose()
    this.decoder.dispose()
    for (const weights of [this.decoder.weights, this.gradients]) freeWeights(this.kernels, this.config, weights)
    for (const tensor of [...Object.values(this.arena), this.entries, this.hyper, this.norms, this.normScratch]) this.kernels.free(tensor)
  }

  private update(adam: AdamParams): void {
    this.exchange(this.gradients, this.arena.gradient, 'gather')
    this.stepByArena(adam)
  }

  private stepByArena(adam: AdamParams): void {
    const { kernels, arena } = this
    this.step++
    const { learningRate, beta1, beta2, epsilon, weightDecay, gradClipNorm } = adam
    kernels.upload(this.hyper, Float32Array.of(learningRate, beta1, beta2, epsilon, weightDecay, 1 - beta1 ** this.step, 1 - beta2 ** this.step, gradClipNorm))
    const blocks = Math.ceil(this.length / OPTIMIZER_BLOCK)
    kernels.gradientNorm({ gradient: arena.gradient, entries: this.entries, entryCount: 1, maxBlocks: blocks, scratch: this.normScratch, norms: this.norms })
    kernels.adamw({ ...arena, entries: this.entries, hyper: this.hyper, norms: this.norms, entryCount: 1, maxLength: this.length })
    this.exchange(this.decoder.weights, arena.weights, 'scatter')
  }

  /** Copies all tensors of a model into an arena, or back. */
  private exchange(weights: DeviceWeights, arena: Tensor, direction: 'gather' | 'scatter'): void {
    let offset = 0
    for (const place of weightPlaces(this.config, weights)) {
      if (direction === 'gather') this.kernels.copy(place.tensor, place.offset, arena, offset, place.length)
      else this.kernels.copy(arena, offset, place.tensor, place.offset, place.length)
      offset += place.length
    }
  }
}

const isPredicted = (token: number, position: number): boolean => position > 0 && !isPictureRow(token)

export const predictedTokens = (sequences: readonly TrainSequence[]): number =>
  sequences.reduce((sum, { tokens }) => sum + tokens.reduce((count, token, i) => count + (isPredicted(token, i) ? 1 : 0), 0), 0)

/** One entry for every token that is predicted. */
function allTargets(sequences: readonly TrainSequence[], rowOf: readonly ((position: number) => number)[]): HeadEntries {
  const rows: number[] = []
  const targets: number[] = []
  sequences.forEach(({ tokens }, sequence) => {
    tokens.forEach((token, i) => {
      if (!isPredicted(token, i)) return
      rows.push(rowOf[sequence]?.(i - 1) ?? 0)
      targets.push(token)
    })
  })
  return { rows: Uint32Array.from(rows), targets: Uint32Array.from(targets), inverseTemperature: new Float32Array(rows.length).fill(1) }
}
