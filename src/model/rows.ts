// Packs sequences into one list of token rows, without padding, and derives the tables that kernels read. A shared
// prefix is one segment that its siblings name as an ancestor, so it is computed once. Rows are ordered by adapter slot,
// and within a slot as the caller ordered the sequences: what another adapter brings changes nothing of ours.
// Knows tokens and slots; knows no losses, adapters or devices.

import { at } from '../base/assert.ts'
import { isPictureRow } from '../base/picture-rows.ts'
import { GRADIENT_CHUNK_ROWS, TILE_ROWS } from '../kernels/kernels.ts'
import type { PlacedImage } from '../service/index.ts'
import type { PatchSource } from './patches.ts'

/** Rows of a pass that are patches of pictures: which row, of which image. */
export interface PictureRows {
  readonly rows: readonly number[]
  readonly sources: readonly PatchSource[]
}

export interface PackSequence {
  readonly slot: number
  /** The tokens that become rows. */
  readonly tokens: Uint32Array
  /** The pictures among the tokens, by their starts. */
  readonly images?: readonly PlacedImage[] | undefined
  /** Sequences of one slot and group share their first sharedPrefix tokens. */
  readonly group?: string
  readonly sharedPrefix?: number
}

export interface Packing {
  readonly rows: number
  /** 0 where a row is a picture's: nothing is read for it from the embedding. */
  readonly tokens: Uint32Array
  readonly positions: Uint32Array
  readonly segmentOf: Uint32Array
  readonly segments: Uint32Array
  readonly ranges: Uint32Array
  readonly tiles: Uint32Array
  readonly chunks: Uint32Array
  readonly slotChunks: Uint32Array
  readonly pictures: PictureRows
  /** Row of every token of every sequence, in the caller's order of sequences. */
  readonly rowOf: readonly ((position: number) => number)[]
}

interface Segment {
  readonly slot: number
  readonly tokens: Uint32Array
  readonly images: readonly PlacedImage[]
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
        prefix =
          segments.push({
            slot: sequence.slot,
            tokens: sequence.tokens.subarray(0, shared),
            images: sequence.images ?? [],
            position: 0,
            ancestor: -1,
            rowStart: 0,
            dependents: [],
          }) - 1
        prefixes.set(key, prefix)
      }
    }
    let own = -1
    if (sequence.tokens.length > shared) {
      own =
        segments.push({
          slot: sequence.slot,
          tokens: sequence.tokens.subarray(shared),
          images: sequence.images ?? [],
          position: shared,
          ancestor: prefix,
          rowStart: 0,
          dependents: [],
        }) - 1
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
  const pictures: { rows: number[]; sources: PatchSource[] } = { rows: [], sources: [] }
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
      tokens[row] = isPictureRow(token) ? 0 : token
      positions[row] = segment.position + i
      segmentOf[row] = number
    })
    collectPictures(pictures, segment.images, segment.position, segment.tokens.length, segment.rowStart)
  }
  return { rows, tokens, positions, segmentOf, segments: table, ranges: Uint32Array.from(ranges), pictures }
}

/** Adds the patches that fall into positions [position, position + length), which are rows from `rowStart` on. */
export function collectPictures(
  to: { readonly rows: number[]; readonly sources: PatchSource[] },
  images: readonly PlacedImage[],
  position: number,
  length: number,
  rowStart: number,
): void {
  for (const { start, image } of images) {
    for (let patch = 0; patch < image.expectedTokens; patch++) {
      const place = start + patch - position
      if (place < 0 || place >= length) continue
      to.rows.push(rowStart + place)
      to.sources.push({ image, patch })
    }
  }
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
