// Packs sequences into one list of token rows, without padding, and derives the tables that kernels read. A shared
// prefix is one segment that its siblings name as an ancestor, so it is computed once. Rows are ordered by adapter slot,
// and within a slot as the caller ordered the sequences: what another adapter brings changes nothing of ours.
// Knows tokens and slots; knows no losses, adapters or devices.

import { at } from '../base/assert.ts'
import { GRADIENT_CHUNK_ROWS, TILE_ROWS } from '../kernels/kernels.ts'

export interface PackSequence {
  readonly slot: number
  /** The tokens that become rows. */
  readonly tokens: Uint32Array
  /** Sequences of one slot and group share their first sharedPrefix tokens. */
  readonly group?: string
  readonly sharedPrefix?: number
}

export interface Packing {
  readonly rows: number
  readonly tokens: Uint32Array
  readonly positions: Uint32Array
  readonly segmentOf: Uint32Array
  readonly segments: Uint32Array
  readonly ranges: Uint32Array
  readonly tiles: Uint32Array
  readonly chunks: Uint32Array
  readonly slotChunks: Uint32Array
  /** Row of every token of every sequence, in the caller's order of sequences. */
  readonly rowOf: readonly ((position: number) => number)[]
}

interface Segment {
  readonly slot: number
  readonly tokens: Uint32Array
  readonly position: number
  readonly ancestor: number
  rowStart: number
  readonly dependents: number[]
}

/** Fields of a segment in the table; see RowTables. */
export const SEGMENT_FIELDS = 8

export function packRows(sequences: readonly PackSequence[]): Packing {
  const segments: Segment[] = []
  const prefixes = new Map<string, number>()
  const places: { prefix: number; own: number; shared: number }[] = []
  sequences.forEach((sequence) => {
    const shared = sequence.group === undefined ? 0 : Math.min(sequence.sharedPrefix ?? 0, sequence.tokens.length)
    let prefix = -1
    if (shared > 0) {
      const key = `${sequence.slot}|${shared}|${sequence.group}`
      prefix = prefixes.get(key) ?? -1
      if (prefix < 0) {
        prefix = segments.push({ slot: sequence.slot, tokens: sequence.tokens.subarray(0, shared), position: 0, ancestor: -1, rowStart: 0, dependents: [] }) - 1
        prefixes.set(key, prefix)
      }
    }
    let own = -1
    if (sequence.tokens.length > shared) {
      own =
        segments.push({ slot: sequence.slot, tokens: sequence.tokens.subarray(shared), position: shared, ancestor: prefix, rowStart: 0, dependents: [] }) - 1
      if (prefix >= 0) at(segments, prefix).dependents.push(own)
    }
    places.push({ prefix, own, shared })
  })

  const order = segments.map((_, index) => index).sort((a, b) => at(segments, a).slot - at(segments, b).slot || a - b)
  let rows = 0
  for (const index of order) {
    at(segments, index).rowStart = rows
    rows += at(segments, index).tokens.length
  }
  return {
    ...fillTables(segments, order, rows),
    ...slotTables(order.map((index) => ({ slot: at(segments, index).slot, rows: at(segments, index).tokens.length }))),
    rowOf: places.map(
      ({ prefix, own, shared }) =>
        (position) =>
          position < shared ? at(segments, prefix).rowStart + position : at(segments, own).rowStart + position - shared,
    ),
  }
}

function fillTables(segments: readonly Segment[], order: readonly number[], rows: number) {
  const tokens = new Uint32Array(rows)
  const positions = new Uint32Array(rows)
  const segmentOf = new Uint32Array(rows)
  const table = new Uint32Array(segments.length * SEGMENT_FIELDS)
  const ranges: number[] = []
  const place = new Map(order.map((index, position) => [index, position]))
  for (const index of order) {
    const segment = at(segments, index)
    const number = place.get(index) ?? 0
    const ancestors = ranges.length / 2
    if (segment.ancestor >= 0) ranges.push(at(segments, segment.ancestor).rowStart, at(segments, segment.ancestor).tokens.length)
    const dependents = ranges.length / 2
    for (const child of segment.dependents) ranges.push(at(segments, child).rowStart, at(segments, child).tokens.length)
    table.set(
      [segment.rowStart, segment.tokens.length, segment.position, segment.rowStart, ancestors, dependents - ancestors, dependents, segment.dependents.length],
      number * SEGMENT_FIELDS,
    )
    segment.tokens.forEach((token, i) => {
      const row = segment.rowStart + i
      tokens[row] = token
      positions[row] = segment.position + i
      segmentOf[row] = number
    })
  }
  return { rows, tokens, positions, segmentOf, segments: table, ranges: Uint32Array.from(ranges) }
}

/** Tiles of 8 rows and gradient chunks of 256, both counted from the first row of each slot's run. */
export function slotTables(runs: readonly { readonly slot: number; readonly rows: number }[]): {
  tiles: Uint32Array
  chunks: Uint32Array
  slotChunks: Uint32Array
} {
  const tiles: number[] = []
  const chunks: number[] = []
  const slotChunks: number[] = []
  let row = 0
  for (let index = 0; index < runs.length; ) {
    const { slot } = at(runs, index)
    let count = 0
    while (index < runs.length && at(runs, index).slot === slot) count += at(runs, index++).rows
    for (let i = 0; i < count; i += TILE_ROWS) tiles.push(row + i, Math.min(TILE_ROWS, count - i), slot, 0)
    if (slot !== 0) {
      slotChunks.push(slot, chunks.length / 4, Math.ceil(count / GRADIENT_CHUNK_ROWS), 0)
      for (let i = 0; i < count; i += GRADIENT_CHUNK_ROWS) chunks.push(row + i, Math.min(GRADIENT_CHUNK_ROWS, count - i), slot, 0)
    }
    row += count
  }
  return { tiles: Uint32Array.from(tiles), chunks: Uint32Array.from(chunks), slotChunks: Uint32Array.from(slotChunks) }
}
