// The vocabulary head, streamed: chunks of the vocabulary by blocks of rows, so that the logits of a batch never exist at
// once. Sampling and training share the very kernels, so that a logprob has the same bits in both. Knows rows that reach
// the head, targets, temperatures and weights; knows no losses.

import { HEAD_CHUNK, type RowMask, type Tensor } from '../kernels/kernels.ts'
import { type MaskEntries, uploadMask } from './action-mask.ts'
import type { Decoder } from './decoder.ts'
import type { TensorPool } from './tables.ts'

/** Logits that may exist at once, in numbers. */
export const LOGITS_BUDGET = 1 << 22

/** Rows that reach the head: M entries, each naming a row of the pass; a row may be named by several entries. */
export interface HeadEntries {
  readonly rows: Uint32Array
  readonly targets: Uint32Array
  readonly inverseTemperature: Float32Array
  /** The action mask of the entries. Absent: every token is allowed to all of them. */
  readonly mask?: MaskEntries | undefined
}

export interface HeadResult {
  readonly logprobs: Float32Array
  readonly entropies: Float32Array
}

interface Block {
  readonly start: number
  readonly count: number
}

/** Blocks of entries whose logits of one chunk fit the budget. */
export function headBlocks(entries: number, vocabulary: number): readonly Block[] {
  const size = Math.max(1, Math.floor(LOGITS_BUDGET / Math.min(vocabulary, HEAD_CHUNK)))
  return Array.from({ length: Math.ceil(entries / size) }, (_, i) => ({ start: i * size, count: Math.min(size, entries - i * size) }))
}

/** Columns [start, start + width) of every chunk of the vocabulary, in order. */
export function headChunks(vocabulary: number): readonly { readonly start: number; readonly width: number }[] {
  return Array.from({ length: Math.ceil(vocabulary / HEAD_CHUNK) }, (_, i) => ({
    start: i * HEAD_CHUNK,
    width: Math.min(HEAD_CHUNK, vocabulary - i * HEAD_CHUNK),
  }))
}

/** Logits [count, width] of one chunk into the pool's `logits`, what the rows' mask forbids taken out. */
export function chunkLogits(
  decoder: Decoder,
  pool: TensorPool,
  gathered: Tensor,
  count: number,
  { start, width }: { readonly start: number; readonly width: number },
  mask: RowMask | undefined,
): Tensor {
  const { kernels, config, weights } = decoder
  const logits = pool.get('logits', count * width)
  kernels.matmul({ layout: 'nt', a: gathered, b: weights.head, bOffset: start * config.width, out: logits, m: count, n: width, k: config.width })
  if (mask !== undefined) kernels.maskLogits({ logits, rows: count, chunkStart: start, width, mask })
  return logits
}

/** Log-probabilities of the targets and entropies, per entry. `outputNormed` [T, D] is the pass's. */
export async function evaluateHead(decoder: Decoder, pool: TensorPool, outputNormed: Tensor, entries: HeadEntries): Promise<HeadResult> {
  const { kernels, config } = decoder
  const total = entries.rows.length
  const logprobs = pool.get('allLogprobs', total)
  const entropies = pool.get('allEntropies', total)
  for (const { start, count } of headBlocks(total, config.vocabulary)) {
    const block = blockTensors(decoder, pool, outputNormed, entries, start, count)
    foldChunks(decoder, pool, block, count)
    const blockLogprobs = pool.get('logprobs', count)
    const blockEntropies = pool.get('entropies', count)
    kernels.headFinish({ stats: block.stats, rows: count, logprobs: blockLogprobs, entropies: blockEntropies })
    kernels.copy(blockLogprobs, 0, logprobs, start, count)
    kernels.copy(blockEntropies, 0, entropies, start, count)
  }
  const [logprobValues, entropyValues] = await Promise.all([kernels.downloadF32(logprobs, 0, total), kernels.downloadF32(entropies, 0, total)])
  return { logprobs: logprobValues, entropies: entropyValues }
}

export interface HeadGradientTargets {
  /** [T, D], overwritten: the gradient at outputNormed. */
  readonly gradNormed: Tensor
  readonly rows: number
  /** [V, D], overwritten, when the head itself is trained. Needs a vocabulary of one chunk and one block of entries. */
  readonly gradHead?: Tensor
}

/** weights [M] = dLoss/dlogprob per entry. Recomputes the logits chunk by chunk. */
export function headBackward(
  decoder: Decoder,
  pool: TensorPool,
  outputNormed: Tensor,
  entries: HeadEntries,
  weights: Float32Array,
  targets: HeadGradientTargets,
): void {
  const { kernels, config } = decoder
  const { width } = config
  const total = entries.rows.length
  const gathered = pool.get('gradEntries', total * width)
  const blocks = headBlocks(total, config.vocabulary)
  if (targets.gradHead !== undefined && (blocks.length > 1 || config.vocabulary > HEAD_CHUNK)) {
    throw new Error('Assertion failed: training the head needs a vocabulary of one chunk and one block of entries')
  }
  for (const { start, count } of blocks) {
    const block = blockTensors(decoder, pool, outputNormed, entries, start, count)
    const weightsTensor = pool.filled('weights', weights.subarray(start, start + count))
    foldChunks(decoder, pool, block, count)
    const gradBlock = pool.get('gradBlock', count * width)
    headChunks(config.vocabulary).forEach((chunk, index) => {
      const logits = chunkLogits(decoder, pool, block.gathered, count, chunk, block.mask)
      kernels.headGradient({ logits, rows: count, chunkStart: chunk.start, width: chunk.width, ...block, weights: weightsTensor })
      kernels.matmul({
        layout: 'nn',
        a: logits,
        b: decoder.weights.head,
        bOffset: chunk.start * width,
        out: gradBlock,
        m: count,
        n: width,
        k: chunk.width,
        accumulate: index > 0,
      })
      if (targets.gradHead !== undefined)
        kernels.matmul({ layout: 'tn', a: logits, b: block.gathered, out: targets.gradHead, m: chunk.width, n: width, k: count })
    })
    kernels.copy(gradBlock, 0, gathered, start * width, count * width)
  }
  // Several entries may name one row (siblings that part after a shared prefix): their gradients add up in order.
  const { order, starts } = entriesByRow(entries.rows, targets.rows)
  kernels.clear(targets.gradNormed, 0, targets.rows * width)
  kernels.embedBackward({
    order: pool.filled('entryOrder', order),
    starts: pool.filled('entryStarts', starts),
    gradOut: gathered,
    gradTable: targets.gradNormed,
    vocabulary: targets.rows,
    width,
  })
}

const NONE: ReadonlySet<number> = new Set()

/** Sorts entries by the row they name (stable): order [M] of entries, starts [T + 1] into it. Entries in `without` are left out. */
export function entriesByRow(rows: Uint32Array, rowCount: number, without: ReadonlySet<number> = NONE): { order: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(rowCount + 1)
  rows.forEach((row, entry) => {
    if (!without.has(entry)) starts[row + 1] = (starts[row + 1] ?? 0) + 1
  })
  for (let row = 0; row < rowCount; row++) starts[row + 1] = (starts[row + 1] ?? 0) + (starts[row] ?? 0)
  const next = starts.slice()
  const order = new Uint32Array(rows.length - without.size)
  rows.forEach((row, entry) => {
    if (without.has(entry)) return
    const place = next[row] ?? 0
    order[place] = entry
    next[row] = place + 1
  })
  return { order, starts }
}

interface BlockTensors {
  readonly gathered: Tensor
  readonly targets: Tensor
  readonly inverseTemperature: Tensor
  readonly stats: Tensor
  readonly mask: RowMask | undefined
}

function blockTensors(decoder: Decoder, pool: TensorPool, outputNormed: Tensor, entries: HeadEntries, start: number, count: number): BlockTensors {
  const { width } = decoder.config
  const rows = pool.filled('entryRows', entries.rows.subarray(start, start + count))
  const targets = pool.filled('targets', entries.targets.subarray(start, start + count))
  const inverseTemperature = pool.filled('inverseTemperature', entries.inverseTemperature.subarray(start, start + count))
  const gathered = pool.get('gathered', count * width)
  decoder.kernels.gatherRows({ x: outputNormed, rows, out: gathered, count, width })
  const mask = entries.mask === undefined ? undefined : uploadMask(pool, { ...entries.mask, rows: entries.mask.rows.subarray(start, start + count) })
  return { gathered, targets, inverseTemperature, stats: pool.get('stats', count * 4), mask }
}

function foldChunks(decoder: Decoder, pool: TensorPool, block: BlockTensors, count: number): void {
  for (const chunk of headChunks(decoder.config.vocabulary)) {
    const logits = chunkLogits(decoder, pool, block.gathered, count, chunk, block.mask)
    decoder.kernels.headStats({ logits, rows: count, chunkStart: chunk.start, width: chunk.width, ...block, first: chunk.start === 0 })
  }
}
