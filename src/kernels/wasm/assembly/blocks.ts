// The blocks that products are made of, unrolled by hand: eight chains side by side keep both arithmetic units of a core busy.
// A step of k is a block of code of its own, ended by a way out of the loop: compilers carry loads to the top of a block, and
// the loads of several steps are more than the 16 registers hold. That alone is worth a third of the speed. Four rows take four steps
// a turn, written out: with one or two, moving five pointers costs a twelfth at 48 columns of the left operand.
// Knows addresses and steps; does not know sizes, edges or panels that out does not fill (multiply.ts).

import { multiplyAdd } from './lanes'

/** out = sum. */
export const OVERWRITE: i32 = 0
/** out = out + sum. */
export const ADD: i32 = 1
/** The chain goes on from what out holds. Needs scale 1. */
export const CONTINUE: i32 = 2

/** Where rows that do not exist are written: eight numbers. */
export const SPARE: usize = memory.data(32, 16)
// @ts-ignore: decorator
@inline
export function begin(out: usize, half: usize, mode: i32): v128 {
  return mode == CONTINUE ? v128.load(out + half) : f32x4.splat(0)
}

// @ts-ignore: decorator
@inline
export function finish(out: usize, left: v128, right: v128, mode: i32, scale: v128): void {
  left = f32x4.mul(left, scale)
  right = f32x4.mul(right, scale)
  if (mode == ADD) {
    left = f32x4.add(v128.load(out), left)
    right = f32x4.add(v128.load(out, 16), right)
  }
  v128.store(out, left)
  v128.store(out, right, 16)
}

/** Four rows by the panels of `columns`, a multiple of 8: a number is one chain of products and sums in ascending k. */
export function fourRows(
  a0: usize,
  a1: usize,
  a2: usize,
  a3: usize,
  b: usize,
  bPanel: usize,
  bStep: usize,
  k: usize,
  o0: usize,
  o1: usize,
  o2: usize,
  o3: usize,
  columns: usize,
  mode: i32,
  scale: f32,
): void {
  const end = a0 + 4 * k
  const s = f32x4.splat(scale)
  for (; columns != 0; columns -= 8) {
    let c00 = begin(o0, 0, mode)
    let c01 = begin(o0, 16, mode)
    let c10 = begin(o1, 0, mode)
    let c11 = begin(o1, 16, mode)
    let c20 = begin(o2, 0, mode)
    let c21 = begin(o2, 16, mode)
    let c30 = begin(o3, 0, mode)
    let c31 = begin(o3, 16, mode)
    let left = s
    let right = s
    let x = s
    let p0 = a0
    let p1 = a1
    let p2 = a2
    let p3 = a3
    let q = b
    while (p0 < end) {
      left = v128.load(q)
      right = v128.load(q, 16)
      x = v128.load_splat<f32>(p0)
      c00 = multiplyAdd(x, left, c00)
      c01 = multiplyAdd(x, right, c01)
      x = v128.load_splat<f32>(p1)
      c10 = multiplyAdd(x, left, c10)
      c11 = multiplyAdd(x, right, c11)
      x = v128.load_splat<f32>(p2)
      c20 = multiplyAdd(x, left, c20)
      c21 = multiplyAdd(x, right, c21)
      x = v128.load_splat<f32>(p3)
      c30 = multiplyAdd(x, left, c30)
      c31 = multiplyAdd(x, right, c31)
      q += bStep
      if (p0 + 4 >= end) break
      left = v128.load(q)
      right = v128.load(q, 16)
      x = v128.load_splat<f32>(p0, 4)
      c00 = multiplyAdd(x, left, c00)
      c01 = multiplyAdd(x, right, c01)
      x = v128.load_splat<f32>(p1, 4)
      c10 = multiplyAdd(x, left, c10)
      c11 = multiplyAdd(x, right, c11)
      x = v128.load_splat<f32>(p2, 4)
      c20 = multiplyAdd(x, left, c20)
      c21 = multiplyAdd(x, right, c21)
      x = v128.load_splat<f32>(p3, 4)
      c30 = multiplyAdd(x, left, c30)
      c31 = multiplyAdd(x, right, c31)
      q += bStep
      if (p0 + 8 >= end) break
      left = v128.load(q)
      right = v128.load(q, 16)
      x = v128.load_splat<f32>(p0, 8)
      c00 = multiplyAdd(x, left, c00)
      c01 = multiplyAdd(x, right, c01)
      x = v128.load_splat<f32>(p1, 8)
      c10 = multiplyAdd(x, left, c10)
      c11 = multiplyAdd(x, right, c11)
      x = v128.load_splat<f32>(p2, 8)
      c20 = multiplyAdd(x, left, c20)
      c21 = multiplyAdd(x, right, c21)
      x = v128.load_splat<f32>(p3, 8)
      c30 = multiplyAdd(x, left, c30)
      c31 = multiplyAdd(x, right, c31)
      q += bStep
      if (p0 + 12 >= end) break
      left = v128.load(q)
      right = v128.load(q, 16)
      x = v128.load_splat<f32>(p0, 12)
      c00 = multiplyAdd(x, left, c00)
      c01 = multiplyAdd(x, right, c01)
      x = v128.load_splat<f32>(p1, 12)
      c10 = multiplyAdd(x, left, c10)
      c11 = multiplyAdd(x, right, c11)
      x = v128.load_splat<f32>(p2, 12)
      c20 = multiplyAdd(x, left, c20)
      c21 = multiplyAdd(x, right, c21)
      x = v128.load_splat<f32>(p3, 12)
      c30 = multiplyAdd(x, left, c30)
      c31 = multiplyAdd(x, right, c31)
      q += bStep
      p0 += 16
      p1 += 16
      p2 += 16
      p3 += 16
    }
    finish(o0, c00, c01, mode, s)
    finish(o1, c10, c11, mode, s)
    finish(o2, c20, c21, mode, s)
    finish(o3, c30, c31, mode, s)
    b += bPanel
    o0 += 32
    o1 += 32
    o2 += 32
    o3 += 32
  }
}

/** One row by four panels: as many chains side by side as four rows by one. */
export function oneRow(a: usize, b0: usize, b1: usize, b2: usize, b3: usize, bStep: usize, k: usize, out: usize, mode: i32, scale: f32): void {
  let c0 = begin(out, 0, mode)
  let c1 = begin(out, 16, mode)
  let c2 = begin(out, 32, mode)
  let c3 = begin(out, 48, mode)
  let c4 = begin(out, 64, mode)
  let c5 = begin(out, 80, mode)
  let c6 = begin(out, 96, mode)
  let c7 = begin(out, 112, mode)
  const end = a + 4 * k
  while (a < end) {
    const x = v128.load_splat<f32>(a)
    c0 = multiplyAdd(x, v128.load(b0), c0)
    c1 = multiplyAdd(x, v128.load(b0, 16), c1)
    c2 = multiplyAdd(x, v128.load(b1), c2)
    c3 = multiplyAdd(x, v128.load(b1, 16), c3)
    // Never so: k ends the loop. It parts the step into two blocks of code, eight loads being too many for one.
    if (b0 == 0) break
    c4 = multiplyAdd(x, v128.load(b2), c4)
    c5 = multiplyAdd(x, v128.load(b2, 16), c5)
    c6 = multiplyAdd(x, v128.load(b3), c6)
    c7 = multiplyAdd(x, v128.load(b3, 16), c7)
    a += 4
    b0 += bStep
    b1 += bStep
    b2 += bStep
    b3 += bStep
  }
  const s = f32x4.splat(scale)
  finish(out, c0, c1, mode, s)
  finish(out + 32, c2, c3, mode, s)
  finish(out + 64, c4, c5, mode, s)
  finish(out + 96, c6, c7, mode, s)
}

/** Two rows by two panels: as many chains as four rows by one. */
export function twoRows(a0: usize, a1: usize, b0: usize, b1: usize, bStep: usize, k: usize, o0: usize, o1: usize, mode: i32, scale: f32): void {
  let c00 = begin(o0, 0, mode)
  let c01 = begin(o0, 16, mode)
  let c02 = begin(o0, 32, mode)
  let c03 = begin(o0, 48, mode)
  let c10 = begin(o1, 0, mode)
  let c11 = begin(o1, 16, mode)
  let c12 = begin(o1, 32, mode)
  let c13 = begin(o1, 48, mode)
  const end = a0 + 4 * k
  while (a0 < end) {
    const x = v128.load_splat<f32>(a0)
    const y = v128.load_splat<f32>(a1)
    let panel = v128.load(b0)
    c00 = multiplyAdd(x, panel, c00)
    c10 = multiplyAdd(y, panel, c10)
    panel = v128.load(b0, 16)
    c01 = multiplyAdd(x, panel, c01)
    c11 = multiplyAdd(y, panel, c11)
    // Never so, as in oneRow.
    if (b0 == 0) break
    panel = v128.load(b1)
    c02 = multiplyAdd(x, panel, c02)
    c12 = multiplyAdd(y, panel, c12)
    panel = v128.load(b1, 16)
    c03 = multiplyAdd(x, panel, c03)
    c13 = multiplyAdd(y, panel, c13)
    a0 += 4
    a1 += 4
    b0 += bStep
    b1 += bStep
  }
  const s = f32x4.splat(scale)
  finish(o0, c00, c01, mode, s)
  finish(o0 + 32, c02, c03, mode, s)
  finish(o1, c10, c11, mode, s)
  finish(o1 + 32, c12, c13, mode, s)
}

/** Two rows by one panel: what is left of them, and factors of few columns. */
export function twoHalfRows(a0: usize, a1: usize, b: usize, bStep: usize, k: usize, o0: usize, o1: usize, mode: i32, scale: f32): void {
  let c00 = begin(o0, 0, mode)
  let c01 = begin(o0, 16, mode)
  let c10 = begin(o1, 0, mode)
  let c11 = begin(o1, 16, mode)
  for (const end = a0 + 4 * k; a0 < end; a0 += 4) {
    const x = v128.load_splat<f32>(a0)
    const y = v128.load_splat<f32>(a1)
    const left = v128.load(b)
    const right = v128.load(b, 16)
    c00 = multiplyAdd(x, left, c00)
    c01 = multiplyAdd(x, right, c01)
    c10 = multiplyAdd(y, left, c10)
    c11 = multiplyAdd(y, right, c11)
    a1 += 4
    b += bStep
  }
  const s = f32x4.splat(scale)
  finish(o0, c00, c01, mode, s)
  finish(o1, c10, c11, mode, s)
}

/** One row by two panels: what is left of a row, and the values of a narrow head. */
export function halfRow(a: usize, b0: usize, b1: usize, bStep: usize, k: usize, out: usize, mode: i32, scale: f32): void {
  let c0 = begin(out, 0, mode)
  let c1 = begin(out, 16, mode)
  let c2 = begin(out, 32, mode)
  let c3 = begin(out, 48, mode)
  const end = a + 4 * k
  for (; a < end; a += 4) {
    const x = v128.load_splat<f32>(a)
    c0 = multiplyAdd(x, v128.load(b0), c0)
    c1 = multiplyAdd(x, v128.load(b0, 16), c1)
    c2 = multiplyAdd(x, v128.load(b1), c2)
    c3 = multiplyAdd(x, v128.load(b1, 16), c3)
    b0 += bStep
    b1 += bStep
  }
  const s = f32x4.splat(scale)
  finish(out, c0, c1, mode, s)
  finish(out + 32, c2, c3, mode, s)
}
