// out [m, n] (+)= scale · A B where A [m, k] lies row by row. B is read eight columns at a time, from packed panels or where
// it lies: `bStep` bytes from one k to the next, `bPanel` bytes from one eight of columns to the next. Every number of out
// is one chain of products and sums in ascending k, whatever m is and wherever its row stands: blocks of four rows, single
// rows and edges differ only in what is computed beside it. Columns past n may be read as rubbish and are not stored.

import { ADD, CONTINUE, fourRows, halfRow, oneRow, OVERWRITE, SPARE, twoHalfRows, twoRows } from './blocks'
import { copyRow } from './rows'

/** Four rows of eight numbers for panels that out does not fill. */
const EDGE: usize = memory.data(128, 16)

/** Bytes of panels that stay in a core's nearest cache, with the rows that meet them. */
const NEAR: usize = 16384
/** Rows that stay in the next one. */
const ROWS: usize = 128
/** A longer chain is cut: what the cut holds goes through out, exactly. */
const DEPTH: usize = 512

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
  const depth = mode == ADD || scale != 1 ? k : DEPTH
  for (let from: usize = 0; from < k || from == 0; from += depth) {
    const into = from == 0 ? mode : CONTINUE
    for (let row: usize = 0; row < m; row += ROWS) {
      const first = a + row * aRow + from * 4
      rowBlock(first, aRow, b + from * bStep, bPanel, bStep, out + row * outRow, outRow, min<usize>(ROWS, m - row), n, min<usize>(depth, k - from), into, scale)
    }
    if (k == 0) return
  }
}

/** At most ROWS rows by all columns. */
function rowBlock(
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
  // One or two rows that are left over have blocks of their own; three fill one of four well enough.
  const left = m % 4 < 3 ? m % 4 : 0
  const blocked = m - left
  const full = n & ~7
  const across = max<usize>(8, (NEAR / 4 / max<usize>(1, k)) & ~7)
  for (let column: usize = 0; blocked > 0 && column < full; column += across) {
    const columns = min<usize>(across, full - column)
    const panel = b + (column / 8) * bPanel
    // The four rows of a block lie a quarter of all apart: four streams that go on from block to block, which processors fetch
    // ahead, where four rows side by side begin anew each time.
    const quarter = blocked / 4
    const apart = quarter * aRow
    const outApart = quarter * outRow
    for (let row: usize = 0; row < quarter; row++) {
      const a0 = a + row * aRow
      const o0 = out + row * outRow + column * 4
      fourRows(a0, a0 + apart, a0 + 2 * apart, a0 + 3 * apart, panel, bPanel, bStep, k, o0, o0 + outApart, o0 + 2 * outApart, o0 + 3 * outApart, columns, mode, scale)
    }
    for (let row: usize = 4 * quarter; row < blocked; row += 4) {
      const a0 = a + row * aRow
      const o0 = out + row * outRow + column * 4
      for (let i: usize = 0; i < columns; i += 8) edge(a0, aRow, blocked - row, panel + (i / 8) * bPanel, bStep, k, o0 + 4 * i, outRow, 8, mode, scale)
    }
  }
  const lastPanel = b + (full / 8) * bPanel
  for (let row: usize = 0; full < n && row < blocked; row += 4) edge(a + row * aRow, aRow, min<usize>(4, blocked - row), lastPanel, bStep, k, out + row * outRow + full * 4, outRow, n - full, mode, scale)
  if (left == 0) return
  a += blocked * aRow
  out += blocked * outRow
  if (left == 1) singleRow(a, b, bPanel, bStep, out, n, k, mode, scale)
  else rowPair(a, aRow, b, bPanel, bStep, out, outRow, n, k, mode, scale)
}

function singleRow(a: usize, b: usize, bPanel: usize, bStep: usize, out: usize, n: usize, k: usize, mode: i32, scale: f32): void {
  let column: usize = 0
  for (; column + 32 <= n; column += 32) {
    oneRow(a, b, b + bPanel, b + 2 * bPanel, b + 3 * bPanel, bStep, k, out + column * 4, mode, scale)
    b += 4 * bPanel
  }
  for (; column + 16 <= n; column += 16) {
    halfRow(a, b, b + bPanel, bStep, k, out + column * 4, mode, scale)
    b += 2 * bPanel
  }
  for (; column < n; column += 8) {
    edge(a, 0, 1, b, bStep, k, out + column * 4, 0, n - column, mode, scale)
    b += bPanel
  }
}

function rowPair(a: usize, aRow: usize, b: usize, bPanel: usize, bStep: usize, out: usize, outRow: usize, n: usize, k: usize, mode: i32, scale: f32): void {
  let column: usize = 0
  for (; column + 16 <= n; column += 16) {
    const at = out + column * 4
    twoRows(a, a + aRow, b, b + bPanel, bStep, k, at, at + outRow, mode, scale)
    b += 2 * bPanel
  }
  for (; column + 8 <= n; column += 8) {
    const at = out + column * 4
    twoHalfRows(a, a + aRow, b, bStep, k, at, at + outRow, mode, scale)
    b += bPanel
  }
  if (column < n) edge(a, aRow, 2, b, bStep, k, out + column * 4, outRow, n - column, mode, scale)
}

/** Fewer than four rows, or fewer than eight columns: the same block, with stand-ins for what is not there. */
function edge(a: usize, aRow: usize, rows: usize, b: usize, bStep: usize, k: usize, out: usize, outRow: usize, columns: usize, mode: i32, scale: f32): void {
  const a1 = a + min<usize>(1, rows - 1) * aRow
  const a2 = a + min<usize>(2, rows - 1) * aRow
  const a3 = a + min<usize>(3, rows - 1) * aRow
  if (columns >= 8) {
    const o1 = rows > 1 ? out + outRow : SPARE
    const o2 = rows > 2 ? out + 2 * outRow : SPARE
    fourRows(a, a1, a2, a3, b, 0, bStep, k, out, o1, o2, rows > 3 ? out + 3 * outRow : SPARE, 8, mode, scale)
    return
  }
  if (mode != OVERWRITE) toEdge(out, outRow, rows, columns)
  fourRows(a, a1, a2, a3, b, 0, bStep, k, EDGE, EDGE + 32, EDGE + 64, EDGE + 96, 8, mode, scale)
  fromEdge(out, outRow, rows, columns)
}

export function toEdge(out: usize, outRow: usize, rows: usize, columns: usize): usize {
  for (let row: usize = 0; row < rows; row++) copyRow(EDGE + 32 * row, out + row * outRow, columns)
  return EDGE
}

export function fromEdge(out: usize, outRow: usize, rows: usize, columns: usize): void {
  for (let row: usize = 0; row < rows; row++) copyRow(out + row * outRow, EDGE + 32 * row, columns)
}
