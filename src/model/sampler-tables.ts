// Where sampled sequences lie in the key-value cache, and the row tables of prefill and decoding. Equal prompts of a group
// stand in the cache once. Sequences of several adapters stand side by side, sorted by how they draw and by slot. Knows
// prompts, slots and rows; runs nothing.

import { at } from '../base/assert.ts'
import { isPictureRow } from '../base/picture-rows.ts'
import type { RowTables } from '../kernels/kernels.ts'
import type { PatchShape, PlacedImage, SamplePrompt } from '../service/index.ts'
import type { PatchSource } from './patches.ts'
import { collectPictures, SEGMENT_FIELDS, slotTables } from './rows.ts'
import { type PassTables, type TensorPool, uploadTables } from './tables.ts'

/** A sequence that is to be sampled: whose it is, under which adapter, how long it may get. */
export interface Seat {
  /** Which of the calls that share the pass asked for it, and its place among that call's prompts. */
  readonly call: number
  readonly index: number
  readonly prompt: SamplePrompt
  readonly slot: number
  readonly maxTokens: number
}

/** What all sequences of a pass have room to write: a token's number, logprob and entropy at one index. */
export interface WrittenTokens {
  readonly tokens: Uint32Array
  readonly logprobs: Float32Array
  readonly entropies: Float32Array
}

/** A sequence while it is sampled. */
export interface Live extends Seat {
  /** Key rows of its prompt, and of what it writes itself. */
  readonly promptRow: number
  readonly ownRow: number
  /** Its tokens are [first, first + count) of `written`. */
  readonly written: WrittenTokens
  readonly first: number
  count: number
  /** The state of its trie that each token was sampled in, and the one that it is in now. Unused where the prompt has none. */
  readonly states: number[]
  state: number
  stopped: boolean
}

/** Where the prompt of every sequence lies in the cache; equal prompts of a group share it. */
export interface Layout {
  readonly distinct: {
    readonly tokens: Uint32Array
    readonly images: readonly PlacedImage[]
    readonly row: number
    readonly last: number
    readonly slot: number
  }[]
  readonly live: readonly Live[]
  readonly cacheRows: number
}

export function layOut(seats: readonly Seat[]): Layout {
  const distinct: Layout['distinct'] = []
  const byGroup = new Map<string, number>()
  let row = 0
  const promptRow = ({ call, prompt, slot }: Seat): number => {
    const group = prompt.group === undefined ? undefined : `${call}|${prompt.group}`
    const known = group === undefined ? undefined : byGroup.get(group)
    if (known !== undefined) return known
    const start = row
    row += prompt.tokens.length
    // Prompts go through packed, so the last row of one is the row before the next.
    distinct.push({ tokens: prompt.tokens, images: prompt.images ?? [], row: start, last: row - 1, slot })
    if (group !== undefined) byGroup.set(group, start)
    return start
  }
  const promptRows = seats.map(promptRow)
  const room = seats.reduce((sum, { maxTokens }) => sum + maxTokens, 0)
  const written = { tokens: new Uint32Array(room), logprobs: new Float32Array(room), entropies: new Float32Array(room) }
  const ownRows = row
  let first = 0
  // Field by field: copies of seats are a good part of what a sampled row costs outside the kernels.
  const live = seats.map(({ call, index, prompt, slot, maxTokens }, place): Live => {
    const start = first
    first += maxTokens
    return {
      call,
      index,
      prompt,
      slot,
      maxTokens,
      promptRow: at(promptRows, place),
      ownRow: ownRows + start,
      written,
      first: start,
      count: 0,
      states: [],
      state: 0,
      stopped: false,
    }
  })
  return { distinct, live, cacheRows: ownRows + room }
}

export function prefillTables(pool: TensorPool, layout: Layout, patch?: PatchShape): PassTables {
  const rows = layout.distinct.reduce((sum, prompt) => sum + prompt.tokens.length, 0)
  const tokens = new Uint32Array(rows)
  const positions = new Uint32Array(rows)
  const segmentOf = new Uint32Array(rows)
  const segments = new Uint32Array(layout.distinct.length * SEGMENT_FIELDS)
  const pictures: { rows: number[]; sources: PatchSource[] } = { rows: [], sources: [] }
  let row = 0
  layout.distinct.forEach((prompt, number) => {
    segments.set([row, prompt.tokens.length, 0, prompt.row, 0, 0, 0, 0], number * SEGMENT_FIELDS)
    prompt.tokens.forEach((token, i) => {
      tokens[row + i] = isPictureRow(token) ? 0 : token
      positions[row + i] = i
      segmentOf[row + i] = number
    })
    collectPictures(pictures, prompt.images, 0, prompt.tokens.length, row)
    row += prompt.tokens.length
  })
  const packing = {
    rows,
    tokens,
    positions,
    segmentOf,
    segments,
    ranges: new Uint32Array(2),
    pictures,
    ...slotTables(layout.distinct.map(({ slot, tokens: own }) => ({ slot, rows: own.length }))),
  }
  return uploadTables(pool, packing, patch)
}

/**
 * Tables of `steps` decoding steps. A decoding row is the last row of a segment whose earlier rows went through before: its
 * segment begins that many rows above it (the count wraps, as u32 arithmetic in the kernels does).
 */
export function decodeTables(pool: TensorPool, active: readonly Live[], written: number, steps: number): readonly RowTables[] {
  const count = active.length
  const ranges = new Uint32Array(count * 2)
  active.forEach(({ promptRow, prompt }, i) => {
    ranges.set([promptRow, prompt.tokens.length], i * 2)
  })
  const shared = uploadTables(pool, {
    rows: count,
    tokens: new Uint32Array(1),
    positions: new Uint32Array(1),
    segmentOf: Uint32Array.from({ length: count }, (_, i) => i),
    segments: new Uint32Array(count * SEGMENT_FIELDS),
    ranges,
    pictures: { rows: [], sources: [] },
    ...slotTables(active.map(({ slot }) => ({ slot, rows: 1 }))),
  })
  const positions = new Uint32Array(count)
  const segments = new Uint32Array(count * SEGMENT_FIELDS)
  for (let i = 0; i < count; i++) {
    const { prompt, ownRow } = at(active, i)
    const length = prompt.tokens.length
    positions[i] = length + written - 1
    writeSegment(segments, i, i - (written - 1), written, length, ownRow, i)
  }
  return Array.from({ length: steps }, (_, step) => {
    // The row that enters at a step holds the token written before it: of every segment, only begin and length move on.
    for (let i = 0; step > 0 && i < count; i++) {
      positions[i] = at(positions, i) + 1
      segments[i * SEGMENT_FIELDS] = at(segments, i * SEGMENT_FIELDS) - 1
      segments[i * SEGMENT_FIELDS + 1] = at(segments, i * SEGMENT_FIELDS + 1) + 1
    }
    return { ...shared, positions: pool.filled(`positions.${step}`, positions), segments: pool.filled(`segments.${step}`, segments) }
  })
}

/** A decoding row's segment, whose one range of ancestors is its prompt. Number by number: this is done for every token of every row. */
function writeSegment(segments: Uint32Array, index: number, rowStart: number, rowCount: number, position: number, keyRow: number, ancestors: number): void {
  const field = index * SEGMENT_FIELDS
  segments[field] = rowStart
  segments[field + 1] = rowCount
  segments[field + 2] = position
  segments[field + 3] = keyRow
  segments[field + 4] = ancestors
  segments[field + 5] = 1
}

/** (episode, agent, index of the token in the trajectory, 0) of the token drawn after `written` own tokens. */
export function countersOf(active: readonly Live[], written: number): Uint32Array {
  const counters = new Uint32Array(active.length * 4)
  for (let i = 0; i < active.length; i++) {
    const { stream, firstIndex, tokens } = at(active, i).prompt
    counters[4 * i] = stream[0]
    counters[4 * i + 1] = stream[1]
    counters[4 * i + 2] = (firstIndex ?? tokens.length) + written
  }
  return counters
}
