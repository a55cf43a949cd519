// Causal attention of packed rows over their key ranges: scores of all keys a row sees, softmax, values. A row's scores lie
// by logical position from 0, whatever ranges they came from, so that shared, cached and recomputed prefixes give the same
// bits; keys that another row of the block sees and this one does not enter as exact zeros. Tables as in kernels.ts.

import { CONTINUE, OVERWRITE } from './blocks'
import { exp4, log1 } from './exponential'
import { firstLanes, greatestLane, multiplyAdd, sumLanes } from './lanes'
import { multiplyRows } from './multiply'
import { BLOCK, dots, scaledRows } from './scores'

const LOWEST: f32 = -3.4e38

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
    for (let head: usize = 0; head < heads; head++) {
      const kvOffset = (head / headsPerKey) * width * 4
      scaledRows(qkv + row * qkvRow + head * width * 4, qkvRow, scratch, queryRow, blockRows, width, scale)
      let position: usize = 0
      const rangeEnd = <usize>load<u32>(segment, 16) + <usize>load<u32>(segment, 20)
      for (let range = <usize>load<u32>(segment, 16); range < rangeEnd; range++) {
        const count = <usize>load<u32>(ranges + 8 * range, 4)
        dots(scratch, queryRow, blockRows, keys + <usize>load<u32>(ranges + 8 * range) * cacheRow + kvOffset, cacheRow, count, width, scores + 4 * position, scoresRow)
        position += count
      }
      const own = visible + blockRows - 1 - first
      const ownKey = <usize>load<u32>(segment, 12) * cacheRow
      dots(scratch, queryRow, blockRows, keys + ownKey + kvOffset, cacheRow, own, width, scores + 4 * first, scoresRow)
      for (let i: usize = 0; i < blockRows; i++) {
        const line = scores + i * scoresRow
        store<f32>(logSumExp + 4 * ((row + i) * heads + head), softmax(line, visible + i, visible + blockRows - 1))
      }
      const to = out + row * outRow + head * width * 4
      if (blockRows == 1 && (width & 15) == 0) {
        valuesOfRow(scores, ranges, <usize>load<u32>(segment, 16), rangeEnd, values + kvOffset, cacheRow, ownKey, own, to, width)
        continue
      }
      position = 0
      for (let range = <usize>load<u32>(segment, 16); range < rangeEnd; range++) {
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

/** Scores of `visible` keys become probabilities, those up to `end` zeros; returns the log-sum-exp. */
function softmax(line: usize, visible: usize, end: usize): f32 {
  const groups = visible & ~3
  const rest = visible & 3
  if (rest != 0) v128.store(line + 4 * groups, firstLanes(v128.load(line + 4 * groups), rest, f32x4.splat(LOWEST)))
  const padded = rest != 0 ? groups + 4 : groups
  let most = f32x4.splat(LOWEST)
  for (let i: usize = 0; i < padded; i += 4) most = f32x4.pmax(most, v128.load(line + 4 * i))
  const highest = greatestLane(most)
  const high = f32x4.splat(highest)
  let sums = f32x4.splat(0)
  for (let i: usize = 0; i < padded; i += 4) {
    const p = exp4(f32x4.sub(v128.load(line + 4 * i), high))
    v128.store(line + 4 * i, p)
    sums = f32x4.add(sums, p)
  }
  const sum = sumLanes(sums)
  const share = f32x4.splat(1 / sum)
  for (let i: usize = 0; i < padded; i += 4) v128.store(line + 4 * i, f32x4.mul(v128.load(line + 4 * i), share))
  for (let i = padded; i < end; i += 4) v128.store(line + 4 * i, f32x4.splat(0))
  return highest + log1(sum)
}

/**
 * The values of one row that stands alone, as in decoding: sixteen columns at a time through all its ranges, its own keys last. The
 * chains are those of multiplyRows, which would go through out between two ranges.
 */
function valuesOfRow(
  line: usize,
  ranges: usize,
  firstRange: usize,
  rangeEnd: usize,
  values: usize,
  cacheRow: usize,
  ownKey: usize,
  own: usize,
  to: usize,
  width: usize,
): void {
  for (let column: usize = 0; column < 4 * width; column += 64) {
    let c0 = f32x4.splat(0)
    let c1 = f32x4.splat(0)
    let c2 = f32x4.splat(0)
    let c3 = f32x4.splat(0)
    let p = line
    for (let range = firstRange; range <= rangeEnd; range++) {
      const last = range == rangeEnd
      const count = last ? own : <usize>load<u32>(ranges + 8 * range, 4)
      let value = values + column + (last ? ownKey : <usize>load<u32>(ranges + 8 * range) * cacheRow)
      for (const end = p + 4 * count; p < end; p += 4) {
        const x = v128.load_splat<f32>(p)
        c0 = multiplyAdd(x, v128.load(value), c0)
        c1 = multiplyAdd(x, v128.load(value, 16), c1)
        c2 = multiplyAdd(x, v128.load(value, 32), c2)
        c3 = multiplyAdd(x, v128.load(value, 48), c3)
        value += cacheRow
      }
    }
    v128.store(to + column, c0)
    v128.store(to + column, c1, 16)
    v128.store(to + column, c2, 32)
    v128.store(to + column, c3, 48)
  }
}
