// Runs token rows through the model: forward, the head, the losses, and backward for what trains. Data of several
// adapters share a pass, and so does the base when a loss compares with it. Knows data and slots; knows no queue.

import type { AdapterArena } from '../adapters/arena.ts'
import { at } from '../base/assert.ts'
import { type TokenloomError, tokenloomError } from '../base/errors.ts'
import type { Tensor } from '../kernels/kernels.ts'
import { alternativesOf } from '../model/alternatives.ts'
import { attendedOf } from '../model/attended.ts'
import { backward } from '../model/backward.ts'
import type { Decoder } from '../model/decoder.ts'
import { evaluateHead, type HeadEntries, headBackward } from '../model/head.ts'
import { packRows } from '../model/rows.ts'
import { TensorPool, uploadTables } from '../model/tables.ts'
import { evaluateDatum } from '../objectives/evaluate-datum.ts'
import type { Datum, LossMetrics, TokenAlternatives, TokenAttention } from '../service/index.ts'
import { comparesWithBase, headTargets, type PassPart, type PassSequence, packed, rowsAlone, sequencesOf, type Target } from './pass-parts.ts'

export interface PartResult {
  /** Per datum, one number per token; 0 where the loss mask is 0. */
  readonly logprobs: readonly Float32Array[]
  readonly entropies: readonly Float32Array[]
  readonly baseLogprobs: readonly Float32Array[]
  /** Per datum, where the part asked for them. */
  readonly alternatives?: readonly (readonly TokenAlternatives[])[]
  /** Per datum, where the part asked for it. */
  readonly attention?: readonly (readonly TokenAttention[])[]
  readonly metrics: LossMetrics
  /** Why this part added nothing to its gradient. The other parts of the pass are not touched by it. */
  readonly fault?: TokenloomError
}

export class PassRunner {
  private readonly decoder: Decoder
  private readonly arena: AdapterArena
  private readonly rows: TensorPool
  private readonly pool: TensorPool

  constructor(decoder: Decoder, arena: AdapterArena) {
    this.decoder = decoder
    this.arena = arena
    this.rows = new TensorPool(decoder.kernels, 'rows')
    this.pool = new TensorPool(decoder.kernels, 'backward')
  }

  async run(parts: readonly PassPart[]): Promise<readonly PartResult[]> {
    const sequences = parts.flatMap(({ slot, data, loss }, part) => sequencesOf(part, slot, data, comparesWithBase(loss)))
    const packing = packRows(sequences.map(({ slot, datum, part }) => packed(slot, datum, part)))
    const results = parts.map(({ data }) => emptyResult(data))
    const { targets, entries } = headTargets(parts, sequences, packing.rowOf)
    if (targets.length === 0) return results.map((result) => ({ ...result, metrics: { ...result.metrics, rows: packing.rows } }))

    const { decoder } = this
    const trains = parts.some(({ loss }) => loss !== undefined)
    const keep = trains || parts.some(({ attention }) => attention === true)
    const tables = uploadTables(this.rows, packing, decoder.config.patch)
    const adapted = parts.some(({ slot }) => slot !== 0)
    const pass = decoder.forward(tables, { keep, ...(adapted ? { factors: this.arena.factorsFor(parts.map(({ slot }) => slot)) } : {}) })
    const { logprobs, entropies } = await evaluateHead(decoder, this.pool, pass.outputNormed, entries)

    const weights = new Float32Array(entries.rows.length)
    const metrics = parts.map(() => ({ lossSum: 0, trainedTokens: 0, rows: 0, clippedTokens: 0, klSum: 0, entropySum: 0 }))
    for (const target of targets) {
      const sums = at(metrics, target.part)
      const logprob = at(logprobs, target.entry)
      at(at(results, target.part).logprobs, target.datum)[target.position] = logprob
      at(at(results, target.part).entropies, target.datum)[target.position] = at(entropies, target.entry)
      sums.trainedTokens++
      sums.entropySum += at(entropies, target.entry)
      const baseLogprob = target.baseEntry < 0 ? undefined : at(logprobs, target.baseEntry)
      if (baseLogprob !== undefined) at(at(results, target.part).baseLogprobs, target.datum)[target.position] = baseLogprob
    }
    this.score(parts, results, targets, metrics, weights)
    const faults = nonFiniteParts(metrics, targets, weights)
    const alternatives = await this.alternatives(parts, targets, pass.outputNormed, entries)
    const attention = await this.attention(parts, sequences, packing.rowOf, targets, pass)
    if (trains) this.backward(pass, packing.rows, entries, weights)
    // Rows are told per part: what it would have taken alone.
    return results.map((result, index) => ({
      ...result,
      ...(faults.has(index) ? { fault: notFinite() } : {}),
      ...(at(parts, index).alternatives === undefined ? {} : { alternatives: at(alternatives, index) }),
      ...(at(parts, index).attention === true ? { attention: at(attention, index) } : {}),
      metrics: { ...at(metrics, index), rows: parts.length === 1 ? packing.rows : rowsAlone(at(parts, index)) },
    }))
  }

  dispose(): void {
    this.rows.dispose()
    this.pool.dispose()
  }

  /** By part and datum; nothing for the parts that did not ask. */
  private async alternatives(
    parts: readonly PassPart[],
    targets: readonly Target[],
    outputNormed: Tensor,
    entries: HeadEntries,
  ): Promise<readonly (readonly TokenAlternatives[][])[]> {
    const found = parts.map(({ data }) => data.map((): TokenAlternatives[] => []))
    for (const [index, { alternatives: count }] of parts.entries()) {
      const own = targets.filter(({ part }) => part === index)
      if (count === undefined || own.length === 0) continue
      const asked = pickEntries(
        entries,
        own.map(({ entry }) => entry),
      )
      const answers = await alternativesOf(this.decoder, this.pool, outputNormed, asked, count)
      own.forEach(({ datum, position }, place) => {
        at(at(found, index), datum).push({ position, ...at(answers, place) })
      })
    }
    return found
  }

  /** By part and datum; nothing for the parts that did not ask. */
  private async attention(
    parts: readonly PassPart[],
    sequences: readonly PassSequence[],
    rowOf: readonly ((position: number) => number)[],
    targets: readonly Target[],
    pass: ReturnType<Decoder['forward']>,
  ): Promise<readonly (readonly TokenAttention[][])[]> {
    const found = parts.map(({ data }) => data.map((): TokenAttention[] => []))
    const { heads, layers } = this.decoder.config
    const own = targets.filter(({ part }) => at(parts, part).attention === true)
    if (own.length === 0) return found
    const asked = own.map(({ part, datum, position }) => {
      const place = sequences.findIndex((sequence) => sequence.part === part && sequence.index === datum && !sequence.ofBase)
      const keys = Array.from({ length: position }, (_, before) => at(rowOf, place)(before))
      return { row: at(keys, position - 1), keys }
    })
    const shares = await attendedOf(this.decoder, pass, asked)
    own.forEach(({ part, datum, position }, index) => {
      at(at(found, part), datum).push({ position, layers, heads, shares: at(shares, index) })
    })
    return found
  }

  /** The loss of every datum that trains, over its whole sequence, and its tokens' weights. `targets` follow parts, data and positions. */
  private score(parts: readonly PassPart[], results: readonly PartResult[], targets: readonly Target[], metrics: readonly Sums[], weights: Float32Array): void {
    let next = 0
    for (const [index, { data, loss }] of parts.entries()) {
      const { logprobs, baseLogprobs } = at(results, index)
      const sums = at(metrics, index)
      for (const [place, datum] of data.entries()) {
        if (loss === undefined) {
          next += datum.lossMask.reduce((count, bit) => count + bit, 0)
          continue
        }
        const base = comparesWithBase(loss) ? at(baseLogprobs, place) : undefined
        for (const token of evaluateDatum(loss, datum, at(logprobs, place), base)) {
          weights[at(targets, next++).entry] = token.gradient
          sums.lossSum += token.loss
          sums.klSum += token.kl
          if (token.clipped) sums.clippedTokens++
        }
      }
    }
  }

  private backward(pass: ReturnType<Decoder['forward']>, rows: number, entries: HeadEntries, weights: Float32Array): void {
    // Entries of weight 0 have a gradient of exactly 0, so they are not computed.
    const used = [...weights.keys()].filter((entry) => weights[entry] !== 0)
    if (used.length === 0) return
    const chosen = pickEntries(entries, used)
    const gradNormed = this.pool.get('gradNormed', rows * this.decoder.config.width)
    headBackward(
      this.decoder,
      this.pool,
      pass.outputNormed,
      chosen,
      Float32Array.from(used, (entry) => at(weights, entry)),
      { gradNormed, rows },
    )
    backward(this.decoder, pass, this.pool, gradNormed, { gradArena: this.arena.tensors.gradient })
  }
}

/** LossMetrics while they are summed. */
type Sums = { -readonly [Field in keyof LossMetrics]: LossMetrics[Field] }

/** Some of the entries, in the order of their numbers given. */
function pickEntries({ rows, targets, inverseTemperature, mask }: HeadEntries, chosen: readonly number[]): HeadEntries {
  const words = (from: Uint32Array): Uint32Array => Uint32Array.from(chosen, (entry) => at(from, entry))
  return {
    rows: words(rows),
    targets: words(targets),
    inverseTemperature: Float32Array.from(chosen, (entry) => at(inverseTemperature, entry)),
    mask: mask === undefined ? undefined : { ...mask, rows: words(mask.rows) },
  }
}

function emptyResult(data: readonly Datum[]): PartResult {
  const zeros = (): Float32Array[] => data.map((datum) => new Float32Array(datum.tokens.length))
  return {
    logprobs: zeros(),
    entropies: zeros(),
    baseLogprobs: zeros(),
    metrics: { lossSum: 0, trainedTokens: 0, rows: 0, clippedTokens: 0, klSum: 0, entropySum: 0 },
  }
}

/** Parts whose loss or weights are not finite; their weights become 0. */
function nonFiniteParts(metrics: readonly LossMetrics[], targets: readonly Target[], weights: Float32Array): ReadonlySet<number> {
  const faults = new Set(metrics.flatMap(({ lossSum }, part) => (Number.isFinite(lossSum) ? [] : [part])))
  for (const { part, entry } of targets) if (!Number.isFinite(at(weights, entry))) faults.add(part)
  if (faults.size > 0) for (const { part, entry } of targets) if (faults.has(part)) weights[entry] = 0
  return faults
}

const notFinite = (): TokenloomError =>
  tokenloomError(
    'NOT_FINITE',
    'The loss is not a finite number.',
    'Lower the learning rate or clip the gradient; the adapter keeps its last good version.',
    'optimizer.learningRate',
  )
