// Panels: the right operand of a product, eight columns at a time, so that the product reads it in one ascending stream. A
// panel holds, for each k in order, the eight numbers of its columns; columns past the end are zero. Knows no products.

import { loadPart } from './lanes'

/** to = panels of the transpose of from [n, k], a weight as it lies in files; `fromRow` bytes lie between its rows. */
export function packTransposed(from: usize, fromRow: usize, to: usize, n: usize, k: usize): void {
  for (let column: usize = 0; column < n; column += 8) {
    const panel = to + column * k * 4
    halfPanel(from + column * fromRow, fromRow, panel, min<usize>(4, n - column), k)
    halfPanel(from + (column + 4) * fromRow, fromRow, panel + 16, n - column > 4 ? min<usize>(4, n - column - 4) : 0, k)
  }
}

function halfPanel(from: usize, fromRow: usize, to: usize, rows: usize, k: usize): void {
  if (rows == 0) {
    for (let i: usize = 0; i < k; i++) v128.store(to + 32 * i, f32x4.splat(0))
    return
  }
  // Missing rows stand in as the last one and are cut off afterwards.
  const r1 = from + min<usize>(1, rows - 1) * fromRow
  const r2 = from + min<usize>(2, rows - 1) * fromRow
  const r3 = from + min<usize>(3, rows - 1) * fromRow
  const kept = i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(<i32>rows))
  for (let i: usize = 0; i < k; i += 4) {
    const count = min<usize>(4, k - i)
    const at = i * 4
    const a = count == 4 ? v128.load(from + at) : loadPart(from + at, count)
    const b = count == 4 ? v128.load(r1 + at) : loadPart(r1 + at, count)
    const c = count == 4 ? v128.load(r2 + at) : loadPart(r2 + at, count)
    const d = count == 4 ? v128.load(r3 + at) : loadPart(r3 + at, count)
    const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5)
    const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5)
    const place = to + 32 * i
    v128.store(place, v128.and(kept, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5)))
    if (count > 1) v128.store(place, v128.and(kept, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7)), 32)
    const abHigh = v128.shuffle<f32>(a, b, 2, 6, 3, 7)
    const cdHigh = v128.shuffle<f32>(c, d, 2, 6, 3, 7)
    if (count > 2) v128.store(place, v128.and(kept, v128.shuffle<f32>(abHigh, cdHigh, 0, 1, 4, 5)), 64)
    if (count > 3) v128.store(place, v128.and(kept, v128.shuffle<f32>(abHigh, cdHigh, 2, 3, 6, 7)), 96)
  }
}

/** to = panels of from [k, n]. */
export function packRows(from: usize, fromRow: usize, to: usize, n: usize, k: usize): void {
  for (let column: usize = 0; column < n; column += 8) {
    let source = from + 4 * column
    let place = to + column * k * 4
    const columns = min<usize>(8, n - column)
    for (let i: usize = 0; i < k; i++) {
      if (columns == 8) {
        v128.store(place, v128.load(source))
        v128.store(place, v128.load(source, 16), 16)
      } else {
        v128.store(place, f32x4.splat(0))
        v128.store(place, f32x4.splat(0), 16)
        for (let j: usize = 0; j < columns; j++) store<f32>(place + 4 * j, load<f32>(source + 4 * j))
      }
      source += fromRow
      place += 32
    }
  }
}
