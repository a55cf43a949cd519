// What else a token could have been: the most probable tokens of a row, with the logprobs that the head itself gives them, so
// that one that was sampled shows the very number that was recorded. Asked when somebody looks at a token, not in training:
// it reads logits back, chunk by chunk. Knows entries of the head; knows no sequences.

import { at } from '../base/assert.ts'
import type { Tensor } from '../kernels/kernels.ts'
import type { Decoder } from './decoder.ts'
import { chunkLogits, evaluateHead, type HeadEntries, headBlocks, headChunks } from './head.ts'
import type { TensorPool } from './tables.ts'

export interface Alternatives {
  /** The most probable tokens before any mask, the first one most; ties by number. The entry's own token comes last where it is not among them. */
  readonly tokens: Uint32Array
  /** log p of each in the distribution of the entry; −∞ where its mask forbids the token. */
  readonly logprobs: Float32Array
  /** log p of each if nothing were masked. */
  readonly freeLogprobs: Float32Array
}

interface Candidate {
  readonly token: number
  readonly logit: number
}

/** `count` alternatives for every entry, in their order. */
export async function alternativesOf(
  decoder: Decoder,
  pool: TensorPool,
  outputNormed: Tensor,
  entries: HeadEntries,
  count: number,
): Promise<readonly Alternatives[]> {
  const chosen = (await greatestLogits(decoder, pool, outputNormed, entries, count)).map((candidates, entry) => {
    const tokens = candidates.map(({ token }) => token)
    const own = at(entries.targets, entry)
    return tokens.includes(own) ? tokens : [...tokens, own]
  })
  // Every alternative as an entry of its own: the same row, another target.
  const origin = chosen.flatMap((tokens, entry) => tokens.map(() => entry))
  const asked: HeadEntries = {
    rows: Uint32Array.from(origin, (entry) => at(entries.rows, entry)),
    targets: Uint32Array.from(chosen.flat()),
    inverseTemperature: Float32Array.from(origin, (entry) => at(entries.inverseTemperature, entry)),
  }
  const free = (await evaluateHead(decoder, pool, outputNormed, asked)).logprobs
  const mask = entries.mask === undefined ? undefined : { ...entries.mask, rows: Uint32Array.from(origin, (entry) => at(entries.mask?.rows ?? [], entry)) }
  const masked = mask === undefined ? free : (await evaluateHead(decoder, pool, outputNormed, { ...asked, mask })).logprobs
  let offset = 0
  return chosen.map((tokens, entry): Alternatives => {
    const start = offset
    offset += tokens.length
    const logprobs = masked.slice(start, offset)
    tokens.forEach((token, place) => {
      if (!isAllowed(entries, entry, token)) logprobs[place] = Number.NEGATIVE_INFINITY
    })
    return { tokens: Uint32Array.from(tokens), logprobs, freeLogprobs: free.slice(start, offset) }
  })
}

function isAllowed({ mask }: HeadEntries, entry: number, token: number): boolean {
  const from = mask?.states[2 * (mask.rows[entry] ?? 0)]
  const to = mask?.states[2 * (mask.rows[entry] ?? 0) + 1]
  // A row without a mask has a state beyond the table.
  return mask === undefined || from === undefined || mask.tokens.subarray(from, to).includes(token)
}

/** The greatest logits of every entry, greatest first. One temperature a row does not change their order. */
async function greatestLogits(
  decoder: Decoder,
  pool: TensorPool,
  outputNormed: Tensor,
  { rows }: HeadEntries,
  count: number,
): Promise<readonly (readonly Candidate[])[]> {
  const { kernels, config } = decoder
  const best: Candidate[][] = Array.from(rows, () => [])
  for (const block of headBlocks(rows.length, config.vocabulary)) {
    const gathered = pool.get('gathered', block.count * config.width)
    const from = pool.filled('entryRows', rows.subarray(block.start, block.start + block.count))
    kernels.gatherRows({ x: outputNormed, rows: from, out: gathered, count: block.count, width: config.width })
    for (const chunk of headChunks(config.vocabulary)) {
      const tensor = chunkLogits(decoder, pool, gathered, block.count, chunk, undefined)
      const logits = await kernels.downloadF32(tensor, 0, block.count * chunk.width)
      for (let entry = 0; entry < block.count; entry++) {
        const own = logits.subarray(entry * chunk.width, (entry + 1) * chunk.width)
        best[block.start + entry] = keepGreatest(at(best, block.start + entry), own, chunk.start, count)
      }
    }
  }
  return best
}

function keepGreatest(kept: readonly Candidate[], logits: Float32Array, start: number, count: number): Candidate[] {
  const least = kept.length < count ? Number.NEGATIVE_INFINITY : (kept.at(-1)?.logit ?? Number.NEGATIVE_INFINITY)
  const candidates = [...kept]
  logits.forEach((logit, column) => {
    if (logit > least || kept.length < count) candidates.push({ token: start + column, logit })
  })
  return candidates.sort((a, b) => b.logit - a.logit || a.token - b.token).slice(0, count)
}
