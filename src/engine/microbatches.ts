// Cuts a request's data into micro-batches and gathers those of several requests into passes. A request is cut by its own
// data alone, so an adapter's gradient is summed in the same order whoever shares the pass. Knows data and row counts.

import { at } from '../base/assert.ts'
import type { Datum } from '../service/index.ts'

/** Token rows of one pass, and of one micro-batch. A group that is larger goes alone. */
export const ROWS_PER_PASS = 4096

/** Rows of data that stand together: each datum but its last token, shared prefixes counted once. */
export function rowsOf(data: readonly Datum[]): number {
  const prefixes = new Set<string>()
  let rows = 0
  for (const datum of data) {
    const shared = datum.group === undefined ? 0 : (datum.sharedPrefix ?? 0)
    const key = `${datum.group}|${shared}`
    rows += datum.tokens.length - 1 - shared
    if (shared > 0 && !prefixes.has(key)) {
      prefixes.add(key)
      rows += shared
    }
  }
  return rows
}

/** Consecutive runs of whole groups, each of at most `limit` rows. Returns [start, end) indices into data. */
export function cutMicrobatches(data: readonly Datum[], limit: number): readonly (readonly [start: number, end: number])[] {
  const cuts: [number, number][] = []
  let start = 0
  let rows = 0
  for (let index = 0; index < data.length; ) {
    let end = index + 1
    const { group } = at(data, index)
    while (group !== undefined && end < data.length && at(data, end).group === group) end++
    const add = rowsOf(data.slice(index, end))
    if (rows > 0 && rows + add > limit) {
      cuts.push([start, index])
      start = index
      rows = 0
    }
    rows += add
    index = end
  }
  if (start < data.length) cuts.push([start, data.length])
  return cuts
}
