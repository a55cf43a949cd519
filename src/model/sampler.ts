// Samples sequences: one prefill of the distinct prompts, then decoding steps against the key-value cache, several steps
// in one submit, ids and logprobs read back in blocks. Calls of several adapters share prefill and every decoding step. Every
// draw is a function of (key, episode, agent, index of the token, vocabulary column): neither the batch, nor who shares it,
// nor the order of finishing changes it. Knows prompts, slots and sampling parameters; knows no environments.

import { assert, at } from '../base/assert.ts'
import type { AdapterFactors, Tensor, WalkedMask } from '../kernels/kernels.ts'
import type { SampledSequence } from '../service/index.ts'
import { type TrieTensors, uploadTries, walkedRows } from './action-mask.ts'
import type { Decoder, KeyValueRows } from './decoder.ts'
import { chunkLogits, headChunks } from './head.ts'
import { type Draw, drawsOf, type SampleCall, seatsOf } from './sampler-draws.ts'
import { emptySequence, recordToken, sampledOf } from './sampler-record.ts'
import { countersOf, decodeTables, type Layout, type Live, layOut, prefillTables } from './sampler-tables.ts'
import { TensorPool } from './tables.ts'

/** Decoding steps between two readbacks. */
const STEPS_PER_BLOCK = 8

/** Calls that are sampled together, and the factors that their slots name. */
interface SampleBatch {
  readonly calls: readonly SampleCall[]
  /** Absent: all of them read the base. */
  readonly factors?: AdapterFactors
}

/** A draw of one step, with what its rows read. */
type PlacedDraw = Draw & { readonly inverseTemperature: Tensor; readonly counters: Tensor; readonly mask: WalkedMask | undefined }

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

  async sample({ factors, ...call }: SampleCall & { readonly factors?: AdapterFactors }): Promise<readonly SampledSequence[]> {
    return at(await this.sampleTogether({ calls: [call], ...(factors === undefined ? {} : { factors }) }), 0)
  }

  /** One list of sequences per call. `finished` hears of a call as soon as its last sequence has ended. */
  async sampleTogether(batch: SampleBatch, finished?: (call: number, sequences: readonly SampledSequence[]) => void): Promise<readonly SampledSequence[][]> {
    const { calls } = batch
    const layout = layOut(seatsOf(calls))
    const answers: SampledSequence[][] = calls.map(({ prompts, params }) => (params.maxTokens === 0 ? prompts.map(emptySequence) : []))
    const open = new Set(calls.keys())
    const settle = (active: readonly Live[]): void => {
      const waiting = new Set(active.map(({ call }) => call))
      for (const call of open) {
        if (waiting.has(call)) continue
        open.delete(call)
        for (const sequence of layout.live) if (sequence.call === call) at(answers, call)[sequence.index] = sampledOf(sequence)
        finished?.(call, at(answers, call))
      }
    }
    let active = layout.live
    settle(active)
    if (active.length === 0) return answers
    const cache = this.cache(layout.cacheRows)
    const tries = uploadTries(
      this.decodePool,
      layout.live.map(({ prompt }) => prompt.actions),
    )
    let hidden = this.prefill(batch, layout, cache)
    for (let done = 0; active.length > 0; ) {
      const steps = Math.min(STEPS_PER_BLOCK, ...active.map(({ maxTokens }) => maxTokens - done))
      await this.block({ ...batch, tries }, active, cache, hidden, steps)
      done += steps
      hidden = undefined
      active = active.filter(({ call, stopped, maxTokens }) => !stopped && done < maxTokens && at(calls, call).cancelled?.() !== true)
      settle(active)
    }
    return answers
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
  private prefill({ factors }: SampleBatch, layout: Layout, cache: readonly KeyValueRows[]): Tensor | undefined {
    const { kernels, config } = this.decoder
    const tables = prefillTables(this.prefillPool, layout, config.patch)
    const pass = this.decoder.forward(tables, { keep: false, cache, ...(factors === undefined ? {} : { factors }) })
    const rowOf = new Map(layout.distinct.map((prompt) => [prompt.row, prompt.last]))
    const rows = Uint32Array.from(layout.live, (sequence) => rowOf.get(sequence.promptRow) ?? 0)
    const hidden = this.decodePool.get('hidden', rows.length * config.width)
    kernels.gatherRows({ x: pass.outputNormed, rows: this.prefillPool.filled('lastRows', rows), out: hidden, count: rows.length, width: config.width })
    return hidden
  }

  /** Up to `steps` tokens for every active sequence, one readback. Masked rows walk their tries on the device. */
  private async block(
    batch: SampleBatch & { readonly tries: TrieTensors | undefined },
    active: readonly Live[],
    cache: readonly KeyValueRows[],
    prefilled: Tensor | undefined,
    steps: number,
  ): Promise<void> {
    const { kernels } = this.decoder
    const { calls, factors } = batch
    const pool = this.decodePool
    const count = active.length
    const tokens = pool.get('sampled', count, 'u32')
    if (prefilled === undefined)
      kernels.upload(
        tokens,
        Uint32Array.from(active, ({ written, first, count: own }) => at(written.tokens, first + own - 1)),
      )
    const written = at(active, 0).count
    const tables = decodeTables(pool, active, written, steps)
    const draws = drawsOf(calls, active).map((draw, index) => {
      const own = active.slice(draw.start, draw.start + draw.count)
      const inverse = Float32Array.from(own, ({ call }) => 1 / (at(calls, call).params.temperature || 1))
      return {
        ...draw,
        inverseTemperature: pool.filled(`inverseTemperature.${index}`, inverse),
        mask: walkedRows(pool, `maskRows.${index}`, batch.tries, own),
        counters: Array.from({ length: steps }, (_, step) => pool.filled(`counters.${index}.${step}`, countersOf(own, written + step))),
      }
    })
    const output = pool.get('output', count * steps * 3, 'u32')
    for (let step = 0; step < steps; step++) {
      let hidden = prefilled
      if (step > 0 || prefilled === undefined) {
        const stepTables = at(tables, step)
        hidden = this.decoder.forward(stepTables, { keep: false, cache, tokens, ...(factors === undefined ? {} : { factors }) }).outputNormed
      }
      assert(hidden !== undefined, 'nothing to sample from')
      for (const draw of draws) this.draw({ ...draw, counters: at(draw.counters, step) }, hidden, count, tokens, output, step * count * 3)
    }
    const read = await kernels.downloadU32(output, 0, count * steps * 3)
    const floats = new Float32Array(read.buffer, read.byteOffset, read.length)
    const stops = calls.map(({ params }) => new Set(params.stopTokens))
    active.forEach((sequence, i) => {
      for (let step = 0; step < steps && !sequence.stopped; step++) {
        const base = step * count * 3 + i
        recordToken(sequence, at(read, base), at(floats, base + count), at(floats, base + 2 * count), at(stops, sequence.call))
      }
    })
  }

  /** One token per row of the draw into `tokens`; token, logprob and entropy into `output`, which has `rows` numbers of each. */
  private draw(
    { start, count, key, greedy, topK, topP, inverseTemperature, counters, mask }: PlacedDraw,
    allHidden: Tensor,
    rows: number,
    allTokens: Tensor,
    output: Tensor,
    offset: number,
  ): void {
    const { kernels, config } = this.decoder
    const pool = this.decodePool
    const limited = (topK > 0 && topK < config.vocabulary) || topP < 1
    const alone = count === rows
    const hidden = alone ? allHidden : pool.get('drawHidden', count * config.width)
    if (!alone) kernels.copy(allHidden, start * config.width, hidden, 0, count * config.width)
    const tokens = alone ? allTokens : pool.get('drawTokens', count, 'u32')
    const stats = pool.get('stats', count * 4)
    const candidates = pool.get('candidates', count * 4)
    const threshold = limited ? pool.get('threshold', count) : this.openThreshold(count)
    const chunks = limited ? [{ start: 0, width: config.vocabulary }] : headChunks(config.vocabulary)
    const targets = tokens // headStats wants targets; sampleFinish puts the chosen token's y in their place.
    for (const chunk of chunks) {
      const logits = chunkLogits(this.decoder, pool, hidden, count, chunk, mask)
      const first = chunk.start === 0
      // Within a chunk as wide as the vocabulary the fold is the same: groups of four from column 0, whatever the chunks.
      kernels.headStats({ logits, rows: count, chunkStart: chunk.start, width: chunk.width, inverseTemperature, targets, stats, first })
      if (limited) kernels.sampleThreshold({ logits, rows: count, vocabulary: config.vocabulary, inverseTemperature, stats, topK, topP, threshold })
      const place = { rows: count, chunkStart: chunk.start, width: chunk.width }
      kernels.sampleCandidates({ logits, ...place, inverseTemperature, counters, threshold, key, greedy, candidates, first })
    }
    const logprobs = pool.get('logprobs', count)
    const entropies = pool.get('entropies', count)
    kernels.sampleFinish({ candidates, stats, rows: count, tokens, tokenOffset: 0 })
    if (mask !== undefined) kernels.advanceMask({ tokens, rows: count, mask })
    kernels.headFinish({ stats, rows: count, logprobs, entropies })
    if (!alone) kernels.copy(tokens, 0, allTokens, start, count)
    kernels.copy(tokens, 0, output, offset + start, count)
    kernels.copy(logprobs, 0, output, offset + rows + start, count)
    kernels.copy(entropies, 0, output, offset + 2 * rows + start, count)
  }

  /** A threshold that leaves every column in; written when it grows and kept. */
  private openThreshold(count: number): Tensor {
    const tensor = this.decodePool.get('openThreshold', count)
    if (this.open !== tensor) this.decoder.kernels.upload(tensor, new Float32Array(tensor.length).fill(-3.4e38))
    this.open = tensor
    return tensor
  }
}
