// Attention of one row that stands alone, as in decoding: all its heads, each through all its ranges of keys in one go, the row's own
// segment last. Every number is computed as in a block of rows (scores.ts, multiply.ts): the same chains, the same bits; only what
// lies between them is left out. Knows heads whose width is a multiple of 16.

import { multiplyAdd, sumFour } from './lanes'
import { BLOCK } from './scores'
import { softmax } from './softmax'

/** Bytes of sixteen numbers. */
const SIXTEEN: usize = 64

/**
 * `lines` holds BLOCK lines of scores, `scaled` one head's query. Heads go through a stage side by side: scores, softmax and values of one
 * head wait for each other, and a processor fills the time with the next head's.
 * `own` counts the row's keys in its own segment.
 */
export function attendRow(
  query: usize,
  keys: usize,
  values: usize,
  cacheRow: usize,
  ranges: usize,
  firstRange: usize,
  rangeEnd: usize,
  ownKey: usize,
  own: usize,
  visible: usize,
  heads: usize,
  headsPerKey: usize,
  width: usize,
  scale: f32,
  scaled: usize,
  lines: usize,
  lineBytes: usize,
  to: usize,
  logSumExp: usize,
): void {
  const headBytes = width * 4
  const factor = f32x4.splat(scale)
  for (let first: usize = 0; first < heads; first += BLOCK) {
    const end = min<usize>(heads, first + BLOCK)
    for (let head = first; head < end; head++) {
      const column = keys + (head / headsPerKey) * headBytes
      for (let i: usize = 0; i < headBytes; i += 16) v128.store(scaled + i, f32x4.mul(v128.load(query + head * headBytes + i), factor))
      let place = lines + (head - first) * lineBytes
      for (let range = firstRange; range <= rangeEnd; range++) {
        const last = range == rangeEnd
        const count = last ? own : <usize>load<u32>(ranges + 8 * range, 4)
        scores(scaled, headBytes, column + (last ? ownKey : <usize>load<u32>(ranges + 8 * range) * cacheRow), cacheRow, count, place)
        place += 4 * count
      }
    }
    for (let head = first; head < end; head++) store<f32>(logSumExp + 4 * head, softmax(lines + (head - first) * lineBytes, visible, visible))
    for (let head = first; head < end; head++) {
      const column = values + (head / headsPerKey) * headBytes
      for (let from: usize = 0; from < headBytes; from += SIXTEEN) {
        sixteenValues(lines + (head - first) * lineBytes, column + from, cacheRow, ranges, firstRange, rangeEnd, ownKey, own, to + head * headBytes + from)
      }
    }
  }
}

/** Four keys at a time; past the end the last key stands in, and what it yields is written over or lies beyond what the row sees. */
// @ts-ignore: decorator
@inline
function scores(scaled: usize, headBytes: usize, keys: usize, keyRow: usize, count: usize, place: usize): void {
  for (let key: usize = 0; key < count; key += 4) {
    const last = count - 1 - key
    const k0 = keys + key * keyRow
    const k1 = k0 + min<usize>(1, last) * keyRow
    const k2 = k0 + min<usize>(2, last) * keyRow
    const k3 = k0 + min<usize>(3, last) * keyRow
    let s0 = f32x4.splat(0)
    let s1 = s0
    let s2 = s0
    let s3 = s0
    for (let i: usize = 0; i < headBytes; i += SIXTEEN) {
      let x = v128.load(scaled + i)
      s0 = multiplyAdd(x, v128.load(k0 + i), s0)
      s1 = multiplyAdd(x, v128.load(k1 + i), s1)
      s2 = multiplyAdd(x, v128.load(k2 + i), s2)
      s3 = multiplyAdd(x, v128.load(k3 + i), s3)
      x = v128.load(scaled + i, 16)
      s0 = multiplyAdd(x, v128.load(k0 + i, 16), s0)
      s1 = multiplyAdd(x, v128.load(k1 + i, 16), s1)
      s2 = multiplyAdd(x, v128.load(k2 + i, 16), s2)
      s3 = multiplyAdd(x, v128.load(k3 + i, 16), s3)
      x = v128.load(scaled + i, 32)
      s0 = multiplyAdd(x, v128.load(k0 + i, 32), s0)
      s1 = multiplyAdd(x, v128.load(k1 + i, 32), s1)
      s2 = multiplyAdd(x, v128.load(k2 + i, 32), s2)
      s3 = multiplyAdd(x, v128.load(k3 + i, 32), s3)
      x = v128.load(scaled + i, 48)
      s0 = multiplyAdd(x, v128.load(k0 + i, 48), s0)
      s1 = multiplyAdd(x, v128.load(k1 + i, 48), s1)
      s2 = multiplyAdd(x, v128.load(k2 + i, 48), s2)
      s3 = multiplyAdd(x, v128.load(k3 + i, 48), s3)
    }
    v128.store(place + 4 * key, sumFour(s0, s1, s2, s3))
  }
}

/** Sixteen columns through all ranges: multiplyRows would go through out between two of them, exactly. */
// @ts-ignore: decorator
@inline
function sixteenValues(
  line: usize,
  values: usize,
  cacheRow: usize,
  ranges: usize,
  firstRange: usize,
  rangeEnd: usize,
  ownKey: usize,
  own: usize,
  to: usize,
): void {
  let c0 = f32x4.splat(0)
  let c1 = c0
  let c2 = c0
  let c3 = c0
  let p = line
  for (let range = firstRange; range <= rangeEnd; range++) {
    const last = range == rangeEnd
    const count = last ? own : <usize>load<u32>(ranges + 8 * range, 4)
    let value = values + (last ? ownKey : <usize>load<u32>(ranges + 8 * range) * cacheRow)
    for (const end = p + 4 * count; p < end; p += 4) {
      const x = v128.load_splat<f32>(p)
      c0 = multiplyAdd(x, v128.load(value), c0)
      c1 = multiplyAdd(x, v128.load(value, 16), c1)
      c2 = multiplyAdd(x, v128.load(value, 32), c2)
      c3 = multiplyAdd(x, v128.load(value, 48), c3)
      value += cacheRow
    }
  }
  v128.store(to, c0)
  v128.store(to, c1, 16)
  v128.store(to, c2, 32)
  v128.store(to, c3, 48)
}
