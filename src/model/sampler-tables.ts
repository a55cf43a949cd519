// Where sampled sequences lie in the key-value cache, and the row tables of prefill and decoding. Equal prompts of a group
// stand in the cache once. Knows prompts and rows; runs nothing.

import type { RowTables } from '../kernels/kernels.ts'
import type { SamplePrompt } from '../service/index.ts'
import { SEGMENT_FIELDS, slotTables } from './rows.ts'
import { type TensorPool, uploadTables } from './tables.ts'

/** A sequence while it is sampled. */
export interface Live {
  readonly index: number
  readonly prompt: SamplePrompt
  /** Key rows of its prompt, and of what it writes itself. */
  readonly promptRow: number
  readonly ownRow: number
  readonly tokens: number[]
  readonly logprobs: number[]
  readonly entropies: number[]
  stopped: boolean
}

/** Where the prompt of every sequence lies in the cache; equal prompts of a group share it. */
export interface Layout {
  readonly distinct: { readonly tokens: Uint32Array; readonly row: number; readonly last: number }[]
  readonly live: readonly Live[]
  readonly cacheRows: number
}

export function layOut(prompts: readonly SamplePrompt[], maxTokens: number): Layout {
  const distinct: Layout['distinct'] = []
  const byGroup = new Map<string, number>()
  let row = 0
  let packed = 0
  const promptRow = (prompt: SamplePrompt): number => {
    const known = prompt.group === undefined ? undefined : byGroup.get(prompt.group)
    if (known !== undefined) return known
    const start = row
    distinct.push({ tokens: prompt.tokens, row: start, last: packed + prompt.tokens.length - 1 })
    if (prompt.group !== undefined) byGroup.set(prompt.group, start)
    row += prompt.tokens.length
    packed += prompt.tokens.length
    return start
  }
  const placed = prompts.map((prompt, index) => ({ index, prompt, promptRow: promptRow(prompt) }))
  const live = placed.map((sequence, i) => ({ ...sequence, ownRow: row + i * maxTokens, tokens: [], logprobs: [], entropies: [], stopped: false }))
  return { distinct, live, cacheRows: row + live.length * maxTokens }
}

export function prefillTables(pool: TensorPool, layout: Layout, slot: number): RowTables {
  const rows = layout.distinct.reduce((sum, prompt) => sum + prompt.tokens.length, 0)
  const tokens = new Uint32Array(rows)
  const positions = new Uint32Array(rows)
  const segmentOf = new Uint32Array(rows)
  const segments = new Uint32Array(layout.distinct.length * SEGMENT_FIELDS)
  let row = 0
  layout.distinct.forEach((prompt, number) => {
    segments.set([row, prompt.tokens.length, 0, prompt.row, 0, 0, 0, 0], number * SEGMENT_FIELDS)
    prompt.tokens.forEach((token, i) => {
      tokens[row + i] = token
      positions[row + i] = i
      segmentOf[row + i] = number
    })
    row += prompt.tokens.length
  })
  return uploadTables(pool, { rows, tokens, positions, segmentOf, segments, ranges: new Uint32Array(2), ...slotTables([{ slot, rows }]) })
}

/**
 * Tables of `steps` decoding steps. A decoding row is the last row of a segment whose earlier rows went through before: its
 * segment begins that many rows above it (the count wraps, as u32 arithmetic in the kernels does).
 */
export function decodeTables(pool: TensorPool, active: readonly Live[], slot: number, written: number, steps: number): readonly RowTables[] {
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
    ...slotTables([{ slot, rows: count }]),
  })
  return Array.from({ length: steps }, (_, step) => {
    // The row that enters at a step holds the token written before it.
    const own = written + step
    const segments = new Uint32Array(count * SEGMENT_FIELDS)
    active.forEach(({ prompt, ownRow }, i) => {
      segments.set([i - (own - 1), own, prompt.tokens.length, ownRow, i, 1, 0, 0], i * SEGMENT_FIELDS)
    })
    return {
      ...shared,
      positions: pool.filled(
        `positions.${step}`,
        Uint32Array.from(active, ({ prompt }) => prompt.tokens.length + own - 1),
      ),
      segments: pool.filled(`segments.${step}`, segments),
    }
  })
}

/** (episode, agent, index of the token in the trajectory, 0) of the token drawn after `written` own tokens. */
export function countersOf(active: readonly Live[], written: number): Uint32Array {
  const counters = new Uint32Array(active.length * 4)
  active.forEach(({ prompt }, i) => {
    counters.set([prompt.stream[0], prompt.stream[1], (prompt.firstIndex ?? prompt.tokens.length) + written, 0], i * 4)
  })
  return counters
}
