// out [m, n] (+)= Aᵀ B where A [k, m] lies k by k, `aStep` bytes from one to the next: gradients of weights, of keys and of
// values. The same chains, blocks and edges as multiply.ts; scale is 1. Columns past m of A may be read as rubbish.

import { begin, finish, OVERWRITE, SPARE } from './blocks'
import { multiplyAdd } from './lanes'
import { fromEdge, toEdge } from './multiply'

export function multiplyColumns(
  a: usize,
  aStep: usize,
  b: usize,
  bPanel: usize,
  bStep: usize,
  out: usize,
  outRow: usize,
  m: usize,
  n: usize,
  k: usize,
  mode: i32,
): void {
  for (let column: usize = 0; column < n; column += 8) {
    const columns = n - column
    for (let row: usize = 0; row < m; row += 4) {
      const rows = min<usize>(4, m - row)
      const o0 = out + row * outRow + column * 4
      if (columns < 8) {
        const edge = toEdge(o0, outRow, mode == OVERWRITE ? 0 : rows, columns)
        fourColumns(a + 4 * row, aStep, b, bStep, k, edge, edge + 32, edge + 64, edge + 96, mode)
        fromEdge(o0, outRow, rows, columns)
      } else {
        const o1 = rows > 1 ? o0 + outRow : SPARE
        const o2 = rows > 2 ? o0 + 2 * outRow : SPARE
        const o3 = rows > 3 ? o0 + 3 * outRow : SPARE
        fourColumns(a + 4 * row, aStep, b, bStep, k, o0, o1, o2, o3, mode)
      }
    }
    b += bPanel
  }
}

function fourColumns(a: usize, aStep: usize, b: usize, bStep: usize, k: usize, o0: usize, o1: usize, o2: usize, o3: usize, mode: i32): void {
  let c00 = begin(o0, 0, mode)
  let c01 = begin(o0, 16, mode)
  let c10 = begin(o1, 0, mode)
  let c11 = begin(o1, 16, mode)
  let c20 = begin(o2, 0, mode)
  let c21 = begin(o2, 16, mode)
  let c30 = begin(o3, 0, mode)
  let c31 = begin(o3, 16, mode)
  const one = f32x4.splat(1)
  let left = one
  let right = one
  let x = one
  const end = a + aStep * k
  // As in blocks.ts, a step of k is a block of code of its own; two of them a turn, since two pointers move and not five.
  while (a != end) {
    left = v128.load(b)
    right = v128.load(b, 16)
    x = v128.load_splat<f32>(a)
    c00 = multiplyAdd(x, left, c00)
    c01 = multiplyAdd(x, right, c01)
    x = v128.load_splat<f32>(a, 4)
    c10 = multiplyAdd(x, left, c10)
    c11 = multiplyAdd(x, right, c11)
    x = v128.load_splat<f32>(a, 8)
    c20 = multiplyAdd(x, left, c20)
    c21 = multiplyAdd(x, right, c21)
    x = v128.load_splat<f32>(a, 12)
    c30 = multiplyAdd(x, left, c30)
    c31 = multiplyAdd(x, right, c31)
    a += aStep
    b += bStep
    if (a == end) break
    left = v128.load(b)
    right = v128.load(b, 16)
    x = v128.load_splat<f32>(a)
    c00 = multiplyAdd(x, left, c00)
    c01 = multiplyAdd(x, right, c01)
    x = v128.load_splat<f32>(a, 4)
    c10 = multiplyAdd(x, left, c10)
    c11 = multiplyAdd(x, right, c11)
    x = v128.load_splat<f32>(a, 8)
    c20 = multiplyAdd(x, left, c20)
    c21 = multiplyAdd(x, right, c21)
    x = v128.load_splat<f32>(a, 12)
    c30 = multiplyAdd(x, left, c30)
    c31 = multiplyAdd(x, right, c31)
    a += aStep
    b += bStep
  }
  finish(o0, c00, c01, mode, one)
  finish(o1, c10, c11, mode, one)
  finish(o2, c20, c21, mode, one)
  finish(o3, c30, c31, mode, one)
}
