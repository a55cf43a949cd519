// One pass of the whole model on a device, as the engine makes it: packed rows, decoder, head, and backward for the loss
// Σ −coefficient · logprob. Gives back everything that a reference can be compared with, by name. Knows no reference.

import { at } from '../../base/assert.ts'
import { isPictureRow } from '../../base/picture-rows.ts'
import { withMemory } from '../../kernels/cases/case.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { PlacedImage } from '../../service/index.ts'
import { backward } from '../backward.ts'
import type { ModelConfig } from '../config.ts'
import { Decoder } from '../decoder.ts'
import { allocateWeights, type DeviceWeights, freeWeights, uploadWeights, weightPlaces } from '../device-weights.ts'
import { chunkLogits, entriesByRow, evaluateHead, type HeadEntries, headBackward } from '../head.ts'
import { packRows } from '../rows.ts'
import { TensorPool, uploadTables } from '../tables.ts'
import { type CaseAdapter, layOutAdapters, uploadAdapters } from './case-adapters.ts'

export interface CaseSequence {
  readonly tokens: Uint32Array
  /** The pictures among them. */
  readonly images?: readonly PlacedImage[]
  /** Read from token 1 on; 0 for picture rows, which nothing predicts. */
  readonly coefficients: Float32Array
  /** 0: the base; n: the nth adapter. */
  readonly slot: number
  readonly temperature?: number
  readonly group?: string
  readonly sharedPrefix?: number
}

export interface ModelRun {
  readonly config: ModelConfig
  readonly weights: ReadonlyMap<string, Float32Array>
  readonly sequences: readonly CaseSequence[]
  readonly adapters: readonly CaseAdapter[]
}

export interface ModelNumbers {
  readonly loss: number
  /** By sequence [T, V]; the rows of a shared prefix stand in each. */
  readonly logits: readonly Float32Array[]
  /** By sequence, entry i of the token i; entry 0 is 0. */
  readonly logprobs: readonly Float32Array[]
  readonly entropies: readonly Float32Array[]
  /** By Hugging Face name. */
  readonly baseGradients: ReadonlyMap<string, Float32Array>
  /** By adapter and name. */
  readonly adapterGradients: readonly ReadonlyMap<string, Float32Array>[]
}

/** Runs once, with memory of its own. */
export function runModel(kernels: Kernels, run: ModelRun): Promise<ModelNumbers> {
  return withMemory(kernels, async (memory) => {
    const { config, sequences } = run
    const weights = allocateWeights(kernels, config)
    const gradients = allocateWeights(kernels, config, 'gradient')
    uploadWeights(kernels, config, weights, run.weights)
    const decoder = new Decoder(kernels, config, weights, config.contextTokens)
    const pools = { rows: new TensorPool(kernels, 'rows'), head: new TensorPool(kernels, 'head') }
    try {
      const packing = packRows(sequences)
      const arena = layOutAdapters(config, run.adapters)
      const factors = run.adapters.length === 0 ? undefined : uploadAdapters(memory, arena)
      const gradArena = memory.f32(arena.arena.length)
      const pass = decoder.forward(uploadTables(pools.rows, packing, config.patch), { keep: true, ...(factors === undefined ? {} : { factors }) })
      const { entries, coefficients } = entriesOf(sequences, packing.rowOf)
      const { logprobs, entropies } = await evaluateHead(decoder, pools.head, pass.outputNormed, entries)
      const logits = await kernels.downloadF32(
        chunkLogits(decoder, pools.head, pass.outputNormed, packing.rows, { start: 0, width: config.vocabulary }, undefined),
        0,
        packing.rows * config.vocabulary,
      )
      const gradNormed = pools.head.get('gradNormed', packing.rows * config.width)
      const lossGradients = coefficients.map((coefficient) => -coefficient)
      headBackward(decoder, pools.head, pass.outputNormed, entries, lossGradients, { gradNormed, rows: packing.rows, gradHead: gradients.head })
      const { order, starts } = entriesByRow(packing.tokens, config.vocabulary, new Set(packing.pictures.rows))
      const base = { gradients, order: pools.head.filled('order', order), starts: pools.head.filled('starts', starts) }
      backward(decoder, pass, pools.head, gradNormed, { base, ...(factors === undefined ? {} : { gradArena }) })
      return {
        loss: logprobs.reduce((sum, logprob, i) => sum - at(coefficients, i) * logprob, 0),
        logits: sequences.map(({ tokens }, s) => rowsOf(logits, config.vocabulary, tokens.length, at(packing.rowOf, s))),
        logprobs: byToken(sequences, logprobs),
        entropies: byToken(sequences, entropies),
        baseGradients: await readWeights(kernels, config, gradients),
        adapterGradients: arena.cut(await memory.read(gradArena, arena.arena.length)),
      }
    } finally {
      decoder.dispose()
      for (const pool of Object.values(pools)) pool.dispose()
      freeWeights(kernels, config, weights)
      freeWeights(kernels, config, gradients)
    }
  })
}

/** A head has no column for a picture row: whatever it says there weighs nothing. */
export const targetOf = (token: number): number => (isPictureRow(token) ? 0 : token)

function entriesOf(sequences: readonly CaseSequence[], rowOf: readonly ((position: number) => number)[]) {
  const all = sequences.flatMap(({ tokens, coefficients, temperature = 1 }, s) =>
    [...tokens]
      .slice(1)
      .map((target, i) => ({ row: at(rowOf, s)(i), target: targetOf(target), inverse: 1 / temperature, coefficient: at(coefficients, i + 1) })),
  )
  const entries: HeadEntries = {
    rows: Uint32Array.from(all, ({ row }) => row),
    targets: Uint32Array.from(all, ({ target }) => target),
    inverseTemperature: Float32Array.from(all, ({ inverse }) => inverse),
  }
  return { entries, coefficients: Float32Array.from(all, ({ coefficient }) => coefficient) }
}

function byToken(sequences: readonly CaseSequence[], flat: Float32Array): readonly Float32Array[] {
  let start = 0
  return sequences.map(({ tokens }) => {
    const own = new Float32Array(tokens.length)
    own.set(flat.subarray(start, start + tokens.length - 1), 1)
    start += tokens.length - 1
    return own
  })
}

function rowsOf(values: Float32Array, width: number, count: number, rowOf: (position: number) => number): Float32Array {
  const rows = new Float32Array(count * width)
  for (let i = 0; i < count; i++) rows.set(values.subarray(rowOf(i) * width, (rowOf(i) + 1) * width), i * width)
  return rows
}

async function readWeights(kernels: Kernels, config: ModelConfig, weights: DeviceWeights): Promise<ReadonlyMap<string, Float32Array>> {
  const values = new Map<string, Float32Array>()
  for (const { name, tensor, offset, length } of weightPlaces(config, weights)) values.set(name, await kernels.downloadF32(tensor, offset, length))
  return values
}
