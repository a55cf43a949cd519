// Dot products of a block of rows with a run of keys, the two halves that attention and its gradient share. A dot product
// runs in four chains side by side over ascending columns, lanes added in a fixed order, whichever rows and keys are
// computed beside it. Knows no softmax.

import { loadPart, multiplyAdd, sumFour } from './lanes'

/** Rows of one block of attention. */
export const BLOCK: usize = 8

/** to [rows, …] at `toRow` bytes a row: from · key of every row of `from` with `count` keys that lie `keyRow` bytes apart. */
export function dots(from: usize, fromRow: usize, rows: usize, keys: usize, keyRow: usize, count: usize, width: usize, to: usize, toRow: usize): void {
  for (let row: usize = 0; row < rows; row += 2) {
    const a = from + row * fromRow
    const place = to + row * toRow
    const pair = row + 1 < rows
    for (let key: usize = 0; key < count; key += 4) {
      // Past the end the last key stands in; what it yields lies beyond what the row sees, or is written over.
      const last = count - 1 - key
      const k0 = keys + key * keyRow
      const k1 = k0 + min<usize>(1, last) * keyRow
      const k2 = k0 + min<usize>(2, last) * keyRow
      const k3 = k0 + min<usize>(3, last) * keyRow
      if (pair) twoRows(a, a + fromRow, k0, k1, k2, k3, width, place + 4 * key, place + toRow + 4 * key)
      else oneRow(a, k0, k1, k2, k3, width, place + 4 * key)
    }
  }
}

function twoRows(a: usize, b: usize, k0: usize, k1: usize, k2: usize, k3: usize, width: usize, toA: usize, toB: usize): void {
  let a0 = f32x4.splat(0)
  let a1 = f32x4.splat(0)
  let a2 = f32x4.splat(0)
  let a3 = f32x4.splat(0)
  let b0 = f32x4.splat(0)
  let b1 = f32x4.splat(0)
  let b2 = f32x4.splat(0)
  let b3 = f32x4.splat(0)
  const end = (width & ~3) * 4
  for (let i: usize = 0; i < end; i += 16) {
    const x = v128.load(a + i)
    const y = v128.load(b + i)
    let key = v128.load(k0 + i)
    a0 = multiplyAdd(x, key, a0)
    b0 = multiplyAdd(y, key, b0)
    key = v128.load(k1 + i)
    a1 = multiplyAdd(x, key, a1)
    b1 = multiplyAdd(y, key, b1)
    key = v128.load(k2 + i)
    a2 = multiplyAdd(x, key, a2)
    b2 = multiplyAdd(y, key, b2)
    key = v128.load(k3 + i)
    a3 = multiplyAdd(x, key, a3)
    b3 = multiplyAdd(y, key, b3)
  }
  const rest = width & 3
  if (rest != 0) {
    const x = loadPart(a + end, rest)
    const y = loadPart(b + end, rest)
    let key = loadPart(k0 + end, rest)
    a0 = multiplyAdd(x, key, a0)
    b0 = multiplyAdd(y, key, b0)
    key = loadPart(k1 + end, rest)
    a1 = multiplyAdd(x, key, a1)
    b1 = multiplyAdd(y, key, b1)
    key = loadPart(k2 + end, rest)
    a2 = multiplyAdd(x, key, a2)
    b2 = multiplyAdd(y, key, b2)
    key = loadPart(k3 + end, rest)
    a3 = multiplyAdd(x, key, a3)
    b3 = multiplyAdd(y, key, b3)
  }
  v128.store(toA, sumFour(a0, a1, a2, a3))
  v128.store(toB, sumFour(b0, b1, b2, b3))
}

function oneRow(a: usize, k0: usize, k1: usize, k2: usize, k3: usize, width: usize, to: usize): void {
  let a0 = f32x4.splat(0)
  let a1 = f32x4.splat(0)
  let a2 = f32x4.splat(0)
  let a3 = f32x4.splat(0)
  const end = (width & ~3) * 4
  for (let i: usize = 0; i < end; i += 16) {
    const x = v128.load(a + i)
    a0 = multiplyAdd(x, v128.load(k0 + i), a0)
    a1 = multiplyAdd(x, v128.load(k1 + i), a1)
    a2 = multiplyAdd(x, v128.load(k2 + i), a2)
    a3 = multiplyAdd(x, v128.load(k3 + i), a3)
  }
  const rest = width & 3
  if (rest != 0) {
    const x = loadPart(a + end, rest)
    a0 = multiplyAdd(x, loadPart(k0 + end, rest), a0)
    a1 = multiplyAdd(x, loadPart(k1 + end, rest), a1)
    a2 = multiplyAdd(x, loadPart(k2 + end, rest), a2)
    a3 = multiplyAdd(x, loadPart(k3 + end, rest), a3)
  }
  v128.store(to, sumFour(a0, a1, a2, a3))
}

/** to [rows, width] = from · scale. */
export function scaledRows(from: usize, fromRow: usize, to: usize, toRow: usize, rows: usize, width: usize, scale: f32): void {
  const factor = f32x4.splat(scale)
  const fours = width & ~3
  for (let row: usize = 0; row < rows; row++) {
    let i: usize = 0
    for (; i < fours; i += 4) v128.store(to + 4 * i, f32x4.mul(v128.load(from + 4 * i), factor))
    for (; i < width; i++) store<f32>(to + 4 * i, load<f32>(from + 4 * i) * scale)
    from += fromRow
    to += toRow
  }
}
