// Samples sequences: one prefill of the distinct prompts, then decoding steps against the key-value cache, several steps
// in one submit, ids and logprobs read back in blocks. Every draw is a function of (key, episode, agent, index of the
// token, vocabulary column): neither the batch nor the order of finishing changes it. Knows prompts, slots and sampling
// parameters; knows no environments.

import { at } from '../base/assert.ts'
import type { AdapterFactors, Tensor } from '../kernels/kernels.ts'
import type { SampledSequence, SamplePrompt, SamplingParams } from '../service/index.ts'
import type { Decoder, KeyValueRows } from './decoder.ts'
import { chunkLogits, headChunks } from './head.ts'
import { countersOf, decodeTables, type Layout, type Live, layOut, prefillTables } from './sampler-tables.ts'
import { TensorPool } from './tables.ts'

/** Decoding steps between two readbacks. */
const STEPS_PER_BLOCK = 8

export interface SampleCall {
  /** One slot for all: an immutable snapshot, or the base (0). */
  readonly slot: number
  readonly factors?: AdapterFactors
  readonly prompts: readonly SamplePrompt[]
  readonly params: SamplingParams
  readonly key: readonly [number, number]
  readonly cancelled?: () => boolean
}

export class Sampler {
  private readonly decoder: Decoder
  private readonly pool: TensorPool
  private readonly prefillPool: TensorPool
  private readonly decodePool: TensorPool
  private open: Tensor | undefined

  constructor(decoder: Decoder) {
    this.decoder = decoder
    this.pool = new TensorPool(decoder.kernels, 'kvCache')
    this.prefillPool = new TensorPool(decoder.kernels, 'prefill')
    this.decodePool = new TensorPool(decoder.kernels, 'decode')
  }

  async sample(call: SampleCall): Promise<readonly SampledSequence[]> {
    if (call.prompts.length === 0 || call.params.maxTokens === 0) return call.prompts.map(() => emptySequence())
    const layout = layOut(call.prompts, call.params.maxTokens)
    const cache = this.cache(layout.cacheRows)
    let hidden = this.prefill(call, layout, cache)
    let active = layout.live
    for (let done = 0; done < call.params.maxTokens && active.length > 0; ) {
      if (call.cancelled?.() === true) break
      const steps = Math.min(STEPS_PER_BLOCK, call.params.maxTokens - done)
      await this.block(call, active, cache, hidden, steps)
      done += steps
      active = active.filter((sequence) => !sequence.stopped && sequence.tokens.length < call.params.maxTokens)
      hidden = undefined
    }
    return layout.live.map((sequence) => ({
      tokens: Uint32Array.from(sequence.tokens),
      logprobs: Float32Array.from(sequence.logprobs),
      entropies: Float32Array.from(sequence.entropies),
      stop: sequence.stopped ? 'stop_token' : 'max_tokens',
    }))
  }

  dispose(): void {
    for (const pool of [this.pool, this.prefillPool, this.decodePool]) pool.dispose()
  }

  private cache(rows: number): readonly KeyValueRows[] {
    const { kvHeads, headWidth, layers } = this.decoder.config
    return Array.from({ length: layers }, (_, layer) => ({
      keys: this.pool.get(`${layer}.keys`, rows * kvHeads * headWidth),
      values: this.pool.get(`${layer}.values`, rows * kvHeads * headWidth),
    }))
  }

  /** Runs the distinct prompts once; returns the normed hidden state of each sequence's last prompt token, [B, D]. */
  private prefill(call: SampleCall, layout: Layout, cache: readonly KeyValueRows[]): Tensor | undefined {
    const { kernels, config } = this.decoder
    const tables = prefillTables(this.prefillPool, layout, call.slot)
    const pass = this.decoder.forward(tables, { keep: false, cache, ...(call.factors === undefined ? {} : { factors: call.factors }) })
    const rowOf = new Map(layout.distinct.map((prompt) => [prompt.row, prompt.last]))
    const rows = Uint32Array.from(layout.live, (sequence) => rowOf.get(sequence.promptRow) ?? 0)
    const hidden = this.decodePool.get('hidden', rows.length * config.width)
    kernels.gatherRows({ x: pass.outputNormed, rows: this.prefillPool.filled('lastRows', rows), out: hidden, count: rows.length, width: config.width })
    return hidden
  }

  /** Up to `steps` tokens for every active sequence, one readback. */
  private async block(call: SampleCall, active: readonly Live[], cache: readonly KeyValueRows[], prefilled: Tensor | undefined, steps: number): Promise<void> {
    const { kernels } = this.decoder
    const pool = this.decodePool
    const count = active.length
    const tokens = pool.get('sampled', count, 'u32')
    if (prefilled === undefined)
      kernels.upload(
        tokens,
        Uint32Array.from(active, (sequence) => at(sequence.tokens, sequence.tokens.length - 1)),
      )
    const written = at(active, 0).tokens.length
    const tables = decodeTables(pool, active, call.slot, written, steps)
    const counters = Array.from({ length: steps }, (_, step) => pool.filled(`counters.${step}`, countersOf(active, written + step)))
    const temperature = call.params.temperature === 0 ? 1 : call.params.temperature
    const inverseTemperature = pool.filled('inverseTemperature', new Float32Array(count).fill(1 / temperature))
    const output = pool.get('output', count * steps * 3, 'u32')
    for (let step = 0; step < steps; step++) {
      let hidden = prefilled
      if (step > 0 || prefilled === undefined) {
        const stepTables = at(tables, step)
        hidden = this.decoder.forward(stepTables, { keep: false, cache, tokens, ...(call.factors === undefined ? {} : { factors: call.factors }) }).outputNormed
      }
      if (hidden === undefined) throw new Error('Assertion failed: nothing to sample from')
      this.draw(call, hidden, count, inverseTemperature, at(counters, step), tokens, output, step * count * 3)
    }
    const read = await kernels.downloadU32(output, 0, count * steps * 3)
    const floats = new Float32Array(read.buffer, read.byteOffset, read.length)
    const stops = new Set(call.params.stopTokens)
    active.forEach((sequence, i) => {
      for (let step = 0; step < steps && !sequence.stopped; step++) {
        const base = step * count * 3 + i
        const token = at(read, base)
        sequence.tokens.push(token)
        sequence.logprobs.push(at(floats, base + count))
        sequence.entropies.push(at(floats, base + 2 * count))
        sequence.stopped = stops.has(token)
      }
    })
  }

  /** One token per row of hidden [B, D] into `tokens`; token, logprob and entropy into `output`. */
  private draw(
    call: SampleCall,
    hidden: Tensor,
    count: number,
    inverseTemperature: Tensor,
    counters: Tensor,
    tokens: Tensor,
    output: Tensor,
    offset: number,
  ): void {
    const { kernels, config } = this.decoder
    const pool = this.decodePool
    const { topK = 0, topP = 1, temperature } = call.params
    const limited = (topK > 0 && topK < config.vocabulary) || topP < 1
    const stats = pool.get('stats', count * 4)
    const candidates = pool.get('candidates', count * 4)
    const threshold = limited ? pool.get('threshold', count) : this.openThreshold(count)
    const chunks = limited ? [{ start: 0, width: config.vocabulary }] : headChunks(config.vocabulary)
    const targets = tokens // headStats wants targets; sampleFinish puts the chosen token's y in their place.
    for (const chunk of chunks) {
      const logits = chunkLogits(this.decoder, pool, hidden, count, chunk.start, chunk.width)
      const first = chunk.start === 0
      // Within a chunk as wide as the vocabulary the fold is the same: groups of four from column 0, whatever the chunks.
      kernels.headStats({ logits, rows: count, chunkStart: chunk.start, width: chunk.width, inverseTemperature, targets, stats, first })
      if (limited) kernels.sampleThreshold({ logits, rows: count, vocabulary: config.vocabulary, inverseTemperature, stats, topK, topP, threshold })
      kernels.sampleCandidates({
        logits,
        rows: count,
        chunkStart: chunk.start,
        width: chunk.width,
        inverseTemperature,
        counters,
        threshold,
        key: call.key,
        greedy: temperature === 0,
        candidates,
        first,
      })
    }
    const logprobs = pool.get('logprobs', count)
    const entropies = pool.get('entropies', count)
    kernels.sampleFinish({ candidates, stats, rows: count, tokens, tokenOffset: 0 })
    kernels.headFinish({ stats, rows: count, logprobs, entropies })
    kernels.copy(tokens, 0, output, offset, count)
    kernels.copy(logprobs, 0, output, offset + count, count)
    kernels.copy(entropies, 0, output, offset + 2 * count, count)
  }

  /** A threshold that leaves every column in; written when it grows and kept. */
  private openThreshold(count: number): Tensor {
    const tensor = this.decodePool.get('openThreshold', count)
    if (this.open !== tensor) this.decoder.kernels.upload(tensor, new Float32Array(tensor.length).fill(-3.4e38))
    this.open = tensor
    return tensor
  }
}

const emptySequence = (): SampledSequence => ({ tokens: new Uint32Array(0), logprobs: new Float32Array(0), entropies: new Float32Array(0), stop: 'max_tokens' })
