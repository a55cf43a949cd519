// out [m, n] (+)= scale · A B where A [m, k] lies row by row. B is read eight columns at a time, from packed panels or where
// it lies: `bStep` bytes from one k to the next, `bPanel` bytes from one eight of columns to the next. Every number of out
// is one chain of products and sums in ascending k, whatever m is and wherever its row stands: blocks of four rows, single
// rows and edges differ only in what is computed beside it. Columns past n may be read as rubbish and are not stored.

import { fourRows, oneRow, OVERWRITE, SPARE } from './blocks'

/** Four rows of eight numbers for panels that out does not fill. */
const EDGE: usize = memory.data(128, 16)

export function multiplyRows(
  a: usize,
  aRow: usize,
  b: usize,
  bPanel: usize,
  bStep: usize,
  out: usize,
  outRow: usize,
  m: usize,
  n: usize,
  k: usize,
  mode: i32,
  scale: f32,
): void {
  const single = m % 4 == 1
  const blocked = single ? m - 1 : m
  for (let column: usize = 0; blocked > 0 && column < n; column += 8) {
    const columns = n - column
    for (let row: usize = 0; row < blocked; row += 4) {
      const a0 = a + row * aRow
      const o0 = out + row * outRow + column * 4
      const rows = min<usize>(4, m - row)
      if (rows == 4 && columns >= 8) fourRows(a0, a0 + aRow, a0 + 2 * aRow, a0 + 3 * aRow, b, bStep, k, o0, o0 + outRow, o0 + 2 * outRow, o0 + 3 * outRow, mode, scale)
      else edge(a0, aRow, rows, b, bStep, k, o0, outRow, columns, mode, scale)
    }
    b += bPanel
  }
  if (!single) return
  b -= blocked > 0 ? ((n + 7) / 8) * bPanel : 0
  a += blocked * aRow
  out += blocked * outRow
  let column: usize = 0
  for (; column + 32 <= n; column += 32) {
    oneRow(a, b, b + bPanel, b + 2 * bPanel, b + 3 * bPanel, bStep, k, out + column * 4, mode, scale)
    b += 4 * bPanel
  }
  for (; column < n; column += 8) {
    edge(a, aRow, 1, b, bStep, k, out + column * 4, outRow, n - column, mode, scale)
    b += bPanel
  }
}

/** Fewer than four rows, or fewer than eight columns: the same block, with stand-ins for what is not there. */
function edge(a: usize, aRow: usize, rows: usize, b: usize, bStep: usize, k: usize, out: usize, outRow: usize, columns: usize, mode: i32, scale: f32): void {
  const a1 = a + min<usize>(1, rows - 1) * aRow
  const a2 = a + min<usize>(2, rows - 1) * aRow
  const a3 = a + min<usize>(3, rows - 1) * aRow
  if (columns >= 8) {
    const o1 = rows > 1 ? out + outRow : SPARE
    const o2 = rows > 2 ? out + 2 * outRow : SPARE
    fourRows(a, a1, a2, a3, b, bStep, k, out, o1, o2, SPARE, mode, scale)
    return
  }
  if (mode != OVERWRITE) toEdge(out, outRow, rows, columns)
  fourRows(a, a1, a2, a3, b, bStep, k, EDGE, EDGE + 32, EDGE + 64, EDGE + 96, mode, scale)
  fromEdge(out, outRow, rows, columns)
}

export function toEdge(out: usize, outRow: usize, rows: usize, columns: usize): usize {
  for (let row: usize = 0; row < rows; row++) memory.copy(EDGE + 32 * row, out + row * outRow, 4 * columns)
  return EDGE
}

export function fromEdge(out: usize, outRow: usize, rows: usize, columns: usize): void {
  for (let row: usize = 0; row < rows; row++) memory.copy(out + row * outRow, EDGE + 32 * row, 4 * columns)
}
