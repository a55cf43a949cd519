// Causal attention of packed rows over their key ranges: scores of all keys a row sees, softmax, values. A row's scores lie
// by logical position from 0, whatever ranges they came from, so that shared, cached and recomputed prefixes give the same
// bits; keys that another row of the block sees and this one does not enter as exact zeros. Tables as in kernels.ts.

import { CONTINUE, OVERWRITE } from './blocks'
import { attendRow } from './attention-row'
import { multiplyRows } from './multiply'
import { BLOCK, dots, scaledRows } from './scores'
import { softmax } from './softmax'

/** The most keys that a row of these segments sees. */
export function longestSegment(segments: usize, count: usize): usize {
  let longest: usize = 0
  for (let i: usize = 0; i < count; i++) longest = max<usize>(longest, <usize>load<u32>(segments + 32 * i, 4) + <usize>load<u32>(segments + 32 * i, 8))
  return longest
}

/** Bytes of one row of scores: room for whole groups of four, and for one group more. */
// @ts-ignore: decorator
@inline
export function scoreRow(longest: usize): usize {
  return 4 * ((longest + 11) & ~7)
}

/** scratch holds BLOCK rows of scaled queries and BLOCK rows of scores. */
export function attention(
  segmentOf: usize,
  segments: usize,
  ranges: usize,
  qkv: usize,
  keys: usize,
  values: usize,
  out: usize,
  logSumExp: usize,
  rows: usize,
  heads: usize,
  kvHeads: usize,
  width: usize,
  scale: f32,
  scratch: usize,
  longest: usize,
): void {
  const queryRow = (width * 4 + 15) & ~15
  const scores = scratch + BLOCK * queryRow
  const scoresRow = scoreRow(longest)
  const qkvRow = (heads + 2 * kvHeads) * width * 4
  const outRow = heads * width * 4
  const cacheRow = kvHeads * width * 4
  const headsPerKey = heads / kvHeads
  for (let row: usize = 0; row < rows; ) {
    const segment = segments + <usize>load<u32>(segmentOf + 4 * row) * 32
    const runEnd = min<usize>(rows, <usize>load<u32>(segment) + <usize>load<u32>(segment, 4))
    const blockRows = min<usize>(BLOCK, runEnd - row)
    const first = <usize>load<u32>(segment, 8)
    // Keys that the first row of the block sees. The segment may begin above row 0: the difference wraps rightly.
    const visible = first + row - <usize>load<u32>(segment) + 1
    const firstRange = <usize>load<u32>(segment, 16)
    const rangeEnd = firstRange + <usize>load<u32>(segment, 20)
    const own = visible + blockRows - 1 - first
    const ownKey = <usize>load<u32>(segment, 12) * cacheRow
    if (blockRows == 1 && (width & 15) == 0) {
      const to = out + row * outRow
      attendRow(qkv + row * qkvRow, keys, values, cacheRow, ranges, firstRange, rangeEnd, ownKey, own, visible, heads, headsPerKey, width, scale, scratch, scores, scoresRow, to, logSumExp + 4 * row * heads)
      row++
      continue
    }
    for (let head: usize = 0; head < heads; head++) {
      const kvOffset = (head / headsPerKey) * width * 4
      scaledRows(qkv + row * qkvRow + head * width * 4, qkvRow, scratch, queryRow, blockRows, width, scale)
      let position: usize = 0
      for (let range = firstRange; range < rangeEnd; range++) {
        const count = <usize>load<u32>(ranges + 8 * range, 4)
        dots(scratch, queryRow, blockRows, keys + <usize>load<u32>(ranges + 8 * range) * cacheRow + kvOffset, cacheRow, count, width, scores + 4 * position, scoresRow)
        position += count
      }
      dots(scratch, queryRow, blockRows, keys + ownKey + kvOffset, cacheRow, own, width, scores + 4 * first, scoresRow)
      for (let i: usize = 0; i < blockRows; i++) {
        const line = scores + i * scoresRow
        store<f32>(logSumExp + 4 * ((row + i) * heads + head), softmax(line, visible + i, visible + blockRows - 1))
      }
      const to = out + row * outRow + head * width * 4
      position = 0
      for (let range = firstRange; range < rangeEnd; range++) {
        const count = <usize>load<u32>(ranges + 8 * range, 4)
        const value = values + <usize>load<u32>(ranges + 8 * range) * cacheRow + kvOffset
        multiplyRows(scores + 4 * position, scoresRow, value, 32, cacheRow, to, outRow, blockRows, width, count, position == 0 ? OVERWRITE : CONTINUE, 1)
        position += count
      }
      multiplyRows(scores + 4 * first, scoresRow, values + ownKey + kvOffset, 32, cacheRow, to, outRow, blockRows, width, own, first == 0 ? OVERWRITE : CONTINUE, 1)
    }
    row += blockRows
  }
}
