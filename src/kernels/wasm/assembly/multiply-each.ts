// Several products of one kind in one call: the low-rank halves of adapters are many and small, so that what a call from outside
// costs would be as much as the product. Each is multiplyRows of its own record; no number depends on the others.

import { ADD } from './blocks'
import { addLowRank } from './low-rank'
import { multiplyRows } from './multiply'

/** Words of a record: row offset in a, B, bytes between its panels, bytes between its steps of k, row offset in out, m, n, k, scale. */
const RECORD: usize = 36
/** Panels of eight columns of this depth lie in a core's nearest cache, many at a time. */
const SHORT: usize = 64

/** out (+)= scale · A B for every record; offsets and distances in bytes, `aRow` and `outRow` as in multiplyRows. */
export function multiplyEach(records: usize, count: usize, a: usize, aRow: usize, out: usize, outRow: usize, mode: i32): void {
  for (const end = records + count * RECORD; records < end; records += RECORD) {
    const columns = <usize>load<u32>(records, 24)
    const depth = <usize>load<u32>(records, 28)
    const packed = load<u32>(records, 12) == 32 && load<u32>(records, 8) == 32 * depth
    if (mode == ADD && packed && (columns & 7) == 0 && (depth & 3) == 0 && depth <= SHORT) {
      const from = a + <usize>load<u32>(records)
      addLowRank(from, aRow, <usize>load<u32>(records, 4), out + <usize>load<u32>(records, 16), outRow, <usize>load<u32>(records, 20), columns, depth)
      continue
    }
    multiplyRows(
      a + <usize>load<u32>(records),
      aRow,
      <usize>load<u32>(records, 4),
      <usize>load<u32>(records, 8),
      <usize>load<u32>(records, 12),
      out + <usize>load<u32>(records, 16),
      outRow,
      <usize>load<u32>(records, 20),
      <usize>load<u32>(records, 24),
      <usize>load<u32>(records, 28),
      mode,
      load<f32>(records, 32),
    )
  }
}
