// The blocks that products are made of, unrolled by hand: eight chains side by side keep both arithmetic units of a core busy.
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

/** Four rows by one panel: a number is one chain of products and sums in ascending k. */
export function fourRows(
  a0: usize,
  a1: usize,
  a2: usize,
  a3: usize,
  b: usize,
  bStep: usize,
  k: usize,
  o0: usize,
  o1: usize,
  o2: usize,
  o3: usize,
  mode: i32,
  scale: f32,
): void {
  let c00 = begin(o0, 0, mode)
  let c01 = begin(o0, 16, mode)
  let c10 = begin(o1, 0, mode)
  let c11 = begin(o1, 16, mode)
  let c20 = begin(o2, 0, mode)
  let c21 = begin(o2, 16, mode)
  let c30 = begin(o3, 0, mode)
  let c31 = begin(o3, 16, mode)
  const end = a0 + 4 * k
  const last4 = a0 + 4 * (k & ~3)
  while (a0 < last4) {
    let left = v128.load(b)
    let right = v128.load(b, 16)
    let x = v128.load_splat<f32>(a0)
    c00 = multiplyAdd(x, left, c00)
    c01 = multiplyAdd(x, right, c01)
    x = v128.load_splat<f32>(a1)
    c10 = multiplyAdd(x, left, c10)
    c11 = multiplyAdd(x, right, c11)
    x = v128.load_splat<f32>(a2)
    c20 = multiplyAdd(x, left, c20)
    c21 = multiplyAdd(x, right, c21)
    x = v128.load_splat<f32>(a3)
    c30 = multiplyAdd(x, left, c30)
    c31 = multiplyAdd(x, right, c31)
    b += bStep
    left = v128.load(b)
    right = v128.load(b, 16)
    x = v128.load_splat<f32>(a0, 4)
    c00 = multiplyAdd(x, left, c00)
    c01 = multiplyAdd(x, right, c01)
    x = v128.load_splat<f32>(a1, 4)
    c10 = multiplyAdd(x, left, c10)
    c11 = multiplyAdd(x, right, c11)
    x = v128.load_splat<f32>(a2, 4)
    c20 = multiplyAdd(x, left, c20)
    c21 = multiplyAdd(x, right, c21)
    x = v128.load_splat<f32>(a3, 4)
    c30 = multiplyAdd(x, left, c30)
    c31 = multiplyAdd(x, right, c31)
    b += bStep
    left = v128.load(b)
    right = v128.load(b, 16)
    x = v128.load_splat<f32>(a0, 8)
    c00 = multiplyAdd(x, left, c00)
    c01 = multiplyAdd(x, right, c01)
    x = v128.load_splat<f32>(a1, 8)
    c10 = multiplyAdd(x, left, c10)
    c11 = multiplyAdd(x, right, c11)
    x = v128.load_splat<f32>(a2, 8)
    c20 = multiplyAdd(x, left, c20)
    c21 = multiplyAdd(x, right, c21)
    x = v128.load_splat<f32>(a3, 8)
    c30 = multiplyAdd(x, left, c30)
    c31 = multiplyAdd(x, right, c31)
    b += bStep
    left = v128.load(b)
    right = v128.load(b, 16)
    x = v128.load_splat<f32>(a0, 12)
    c00 = multiplyAdd(x, left, c00)
    c01 = multiplyAdd(x, right, c01)
    x = v128.load_splat<f32>(a1, 12)
    c10 = multiplyAdd(x, left, c10)
    c11 = multiplyAdd(x, right, c11)
    x = v128.load_splat<f32>(a2, 12)
    c20 = multiplyAdd(x, left, c20)
    c21 = multiplyAdd(x, right, c21)
    x = v128.load_splat<f32>(a3, 12)
    c30 = multiplyAdd(x, left, c30)
    c31 = multiplyAdd(x, right, c31)
    b += bStep
    a0 += 16
    a1 += 16
    a2 += 16
    a3 += 16
  }
  while (a0 < end) {
    const left = v128.load(b)
    const right = v128.load(b, 16)
    let x = v128.load_splat<f32>(a0)
    c00 = multiplyAdd(x, left, c00)
    c01 = multiplyAdd(x, right, c01)
    x = v128.load_splat<f32>(a1)
    c10 = multiplyAdd(x, left, c10)
    c11 = multiplyAdd(x, right, c11)
    x = v128.load_splat<f32>(a2)
    c20 = multiplyAdd(x, left, c20)
    c21 = multiplyAdd(x, right, c21)
    x = v128.load_splat<f32>(a3)
    c30 = multiplyAdd(x, left, c30)
    c31 = multiplyAdd(x, right, c31)
    b += bStep
    a0 += 4
    a1 += 4
    a2 += 4
    a3 += 4
  }
  const s = f32x4.splat(scale)
  finish(o0, c00, c01, mode, s)
  finish(o1, c10, c11, mode, s)
  finish(o2, c20, c21, mode, s)
  finish(o3, c30, c31, mode, s)
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
