// Runs token rows through the model: forward, the head, the losses, and backward for what trains. Data of several
// adapters share a pass, and so does the base when a loss compares with it. Knows data and slots; knows no queue.

import type { AdapterArena } from '../adapters/arena.ts'
import { at } from '../base/assert.ts'
import { type TokenloomError, tokenloomError } from '../base/errors.ts'
import { backward } from '../model/backward.ts'
import type { Decoder } from '../model/decoder.ts'
import { evaluateHead, headBackward } from '../model/head.ts'
import { packRows } from '../model/rows.ts'
import { TensorPool, uploadTables } from '../model/tables.ts'
import { evaluateToken } from '../objectives/evaluate-token.ts'
import type { Datum, LossMetrics } from '../service/index.ts'
import { comparesWithBase, headTargets, type PassPart, packed, rowsAlone, sequencesOf, type Target } from './pass-parts.ts'

export interface PartResult {
  /** Per datum, one number per token; 0 where the loss mask is 0. */
  readonly logprobs: readonly Float32Array[]
  readonly entropies: readonly Float32Array[]
  readonly baseLogprobs: readonly Float32Array[]
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
    const { targets, rows, ids, inverse } = headTargets(parts, sequences, packing.rowOf)
    if (targets.length === 0) return results.map((result) => ({ ...result, metrics: { ...result.metrics, rows: packing.rows } }))

    const { decoder } = this
    const trains = parts.some(({ loss }) => loss !== undefined)
    const tables = uploadTables(this.rows, packing)
    const adapted = parts.some(({ slot }) => slot !== 0)
    const pass = decoder.forward(tables, { keep: trains, ...(adapted ? { factors: this.arena.factors } : {}) })
    const entries = { rows, targets: ids, inverseTemperature: inverse }
    const { logprobs, entropies } = await evaluateHead(decoder, this.pool, pass.outputNormed, entries)

    const weights = new Float32Array(rows.length)
    const metrics = parts.map(() => ({ lossSum: 0, trainedTokens: 0, rows: 0, clippedTokens: 0, klSum: 0, entropySum: 0 }))
    for (const target of targets) {
      const part = at(parts, target.part)
      const datum = at(part.data, target.datum)
      const sums = at(metrics, target.part)
      const logprob = at(logprobs, target.entry)
      at(at(results, target.part).logprobs, target.datum)[target.position] = logprob
      at(at(results, target.part).entropies, target.datum)[target.position] = at(entropies, target.entry)
      sums.trainedTokens++
      sums.entropySum += at(entropies, target.entry)
      const baseLogprob = target.baseEntry < 0 ? undefined : at(logprobs, target.baseEntry)
      if (baseLogprob !== undefined) at(at(results, target.part).baseLogprobs, target.datum)[target.position] = baseLogprob
      if (part.loss === undefined) continue
      const token = evaluateToken(part.loss, logprob, datum.samplingLogprobs?.[target.position] ?? 0, at(datum.coefficients, target.position), baseLogprob)
      weights[target.entry] = token.gradient
      sums.lossSum += token.loss
      sums.klSum += token.kl
      if (token.clipped) sums.clippedTokens++
    }
    const faults = nonFiniteParts(metrics, targets, weights)
    if (trains) this.backward(pass, packing.rows, entries, weights)
    // Rows are told per part: what it would have taken alone.
    return results.map((result, index) => ({
      ...result,
      ...(faults.has(index) ? { fault: notFinite() } : {}),
      metrics: { ...at(metrics, index), rows: parts.length === 1 ? packing.rows : rowsAlone(at(parts, index)) },
    }))
  }

  dispose(): void {
    this.rows.dispose()
    this.pool.dispose()
  }

  private backward(
    pass: ReturnType<Decoder['forward']>,
    rows: number,
    entries: { rows: Uint32Array; targets: Uint32Array; inverseTemperature: Float32Array },
    weights: Float32Array,
  ): void {
    // Entries of weight 0 have a gradient of exactly 0, so they are not computed.
    const used = [...weights.keys()].filter((entry) => weights[entry] !== 0)
    if (used.length === 0) return
    const pick = <T extends Float32Array | Uint32Array>(from: T, into: T): T => {
      used.forEach((entry, i) => {
        into[i] = at(from, entry)
      })
      return into
    }
    const chosen = {
      rows: pick(entries.rows, new Uint32Array(used.length)),
      targets: pick(entries.targets, new Uint32Array(used.length)),
      inverseTemperature: pick(entries.inverseTemperature, new Float32Array(used.length)),
    }
    const gradNormed = this.pool.get('gradNormed', rows * this.decoder.config.width)
    headBackward(this.decoder, this.pool, pass.outputNormed, chosen, pick(weights, new Float32Array(used.length)), { gradNormed, rows })
    backward(this.decoder, pass, this.pool, gradNormed, { gradArena: this.arena.tensors.gradient })
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
