// Row tables for cases: segments that continue other segments, several adapter slots, keys that lie elsewhere than their rows.
// Written apart from the model's packer on purpose: two authors of one layout check each other.

import { at } from '../../base/assert.ts'
import { GRADIENT_CHUNK_ROWS, type RowTables, TILE_ROWS } from '../kernels.ts'
import type { CaseMemory } from './case.ts'

export interface CaseSegment {
  readonly rows: number
  readonly slot?: number
  /** The segment, earlier in the list and of the same slot, that this one continues. */
  readonly after?: number
  /** Key row of its first row; default: the row itself. */
  readonly keyStart?: number
}

export interface CaseTables {
  readonly rows: number
  readonly slotOf: Uint32Array
  readonly positions: Uint32Array
  readonly segmentOf: Uint32Array
  readonly segments: Uint32Array
  readonly ranges: Uint32Array
  readonly tiles: Uint32Array
  readonly chunks: Uint32Array
  readonly slotChunks: Uint32Array
}

/** Slots must not decrease along the list. */
export function caseTables(list: readonly CaseSegment[]): CaseTables {
  const starts: number[] = []
  let rows = 0
  for (const segment of list) {
    starts.push(rows)
    rows += segment.rows
  }
  const ancestorsOf = (index: number): number[] => {
    const after = at(list, index).after
    return after === undefined ? [] : [...ancestorsOf(after), after]
  }
  const slotOf: number[] = []
  const positions: number[] = []
  const segmentOf: number[] = []
  const segments: number[] = []
  const ranges: number[] = []
  list.forEach((segment, index) => {
    const ancestors = ancestorsOf(index)
    const dependents = list.flatMap((_, other) => (ancestorsOf(other).includes(index) ? [other] : []))
    const first = ancestors.reduce((sum, ancestor) => sum + at(list, ancestor).rows, 0)
    const ancestorEntry = ranges.length / 2
    for (const ancestor of ancestors) ranges.push(at(list, ancestor).keyStart ?? at(starts, ancestor), at(list, ancestor).rows)
    const dependentEntry = ranges.length / 2
    for (const dependent of dependents) ranges.push(at(starts, dependent), at(list, dependent).rows)
    const start = at(starts, index)
    segments.push(start, segment.rows, first, segment.keyStart ?? start, ancestorEntry, ancestors.length, dependentEntry, dependents.length)
    for (let i = 0; i < segment.rows; i++) {
      slotOf.push(segment.slot ?? 0)
      positions.push(first + i)
      segmentOf.push(index)
    }
  })
  return {
    rows,
    slotOf: Uint32Array.from(slotOf),
    positions: Uint32Array.from(positions),
    segmentOf: Uint32Array.from(segmentOf),
    segments: Uint32Array.from(segments),
    ranges: Uint32Array.from(ranges),
    ...bySlot(slotOf),
  }
}

function bySlot(slotOf: readonly number[]): Pick<CaseTables, 'tiles' | 'chunks' | 'slotChunks'> {
  const tiles: number[] = []
  const chunks: number[] = []
  const slotChunks: number[] = []
  for (let start = 0; start < slotOf.length; ) {
    const slot = at(slotOf, start)
    const end = slotOf.lastIndexOf(slot) + 1
    for (let row = start; row < end; row += TILE_ROWS) tiles.push(row, Math.min(TILE_ROWS, end - row), slot, 0)
    if (slot !== 0) {
      slotChunks.push(slot, chunks.length / 4, Math.ceil((end - start) / GRADIENT_CHUNK_ROWS), 0)
      for (let row = start; row < end; row += GRADIENT_CHUNK_ROWS) chunks.push(row, Math.min(GRADIENT_CHUNK_ROWS, end - row), slot, 0)
    }
    start = end
  }
  return { tiles: Uint32Array.from(tiles), chunks: Uint32Array.from(chunks), slotChunks: Uint32Array.from(slotChunks) }
}

export function uploadCaseTables(memory: CaseMemory, tables: CaseTables): RowTables {
  return {
    rows: tables.rows,
    tokens: memory.u32(tables.rows),
    positions: memory.u32(tables.positions),
    segmentOf: memory.u32(tables.segmentOf),
    segments: memory.u32(tables.segments),
    segmentCount: tables.segments.length / 8,
    ranges: memory.u32(tables.ranges),
    tiles: memory.u32(tables.tiles),
    tileCount: tables.tiles.length / 4,
    oneSlot: tables.slotOf.every((slot) => slot === tables.slotOf[0]),
    chunks: memory.u32(tables.chunks),
    chunkCount: tables.chunks.length / 4,
    slotChunks: memory.u32(tables.slotChunks),
    slotCount: tables.slotChunks.length / 4,
  }
}
