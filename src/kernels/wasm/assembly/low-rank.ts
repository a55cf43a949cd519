// out += hidden Bᵀ for few rows and a short k: what an adapter adds to a projection. The chains are those of multiplyRows, the sum of a
// chain added to what out holds. Two rows by two panels at a time: for a chain as short as this that is measured a fifth faster than
// four rows by one, which serve longer ones (multiply.ts).

import { multiplyAdd } from './lanes'

/** out [m, n] += a [m, k] · panels of B, n a multiple of 8, k of 4. */
export function addLowRank(a: usize, aRow: usize, b: usize, out: usize, outRow: usize, m: usize, n: usize, k: usize): void {
  let row: usize = 0
  for (; row + 2 <= m; row += 2) addTwo(a + row * aRow, aRow, b, out + row * outRow, outRow, n, k)
  if (row < m) addOne(a + row * aRow, b, out + row * outRow, n, k)
}

// @ts-ignore: decorator
@inline
function add(out: usize, left: v128, right: v128): void {
  v128.store(out, f32x4.add(v128.load(out), left))
  v128.store(out, f32x4.add(v128.load(out, 16), right), 16)
}

function addTwo(a0: usize, aRow: usize, b: usize, out: usize, outRow: usize, n: usize, k: usize): void {
  const a1 = a0 + aRow
  const panel = 32 * k
  const last = out + 4 * n
  for (; out + 64 <= last; out += 64) {
    let c00 = f32x4.splat(0)
    let c01 = c00
    let c02 = c00
    let c03 = c00
    let c10 = c00
    let c11 = c00
    let c12 = c00
    let c13 = c00
    const next = b + panel
    for (let i: usize = 0; i < 4 * k; i += 4) {
      const x = v128.load_splat<f32>(a0 + i)
      const y = v128.load_splat<f32>(a1 + i)
      let four = v128.load(b + 8 * i)
      c00 = multiplyAdd(x, four, c00)
      c10 = multiplyAdd(y, four, c10)
      four = v128.load(b + 8 * i, 16)
      c01 = multiplyAdd(x, four, c01)
      c11 = multiplyAdd(y, four, c11)
      four = v128.load(next + 8 * i)
      c02 = multiplyAdd(x, four, c02)
      c12 = multiplyAdd(y, four, c12)
      four = v128.load(next + 8 * i, 16)
      c03 = multiplyAdd(x, four, c03)
      c13 = multiplyAdd(y, four, c13)
    }
    add(out, c00, c01)
    add(out + 32, c02, c03)
    add(out + outRow, c10, c11)
    add(out + outRow + 32, c12, c13)
    b = next + panel
  }
  for (; out < last; out += 32) {
    let c00 = f32x4.splat(0)
    let c01 = c00
    let c10 = c00
    let c11 = c00
    for (let i: usize = 0; i < 4 * k; i += 4) {
      const x = v128.load_splat<f32>(a0 + i)
      const y = v128.load_splat<f32>(a1 + i)
      c00 = multiplyAdd(x, v128.load(b), c00)
      c01 = multiplyAdd(x, v128.load(b, 16), c01)
      c10 = multiplyAdd(y, v128.load(b), c10)
      c11 = multiplyAdd(y, v128.load(b, 16), c11)
      b += 32
    }
    add(out, c00, c01)
    add(out + outRow, c10, c11)
  }
}

function addOne(a: usize, b: usize, out: usize, n: usize, k: usize): void {
  const panel = 32 * k
  const last = out + 4 * n
  for (; out + 64 <= last; out += 64) {
    let c0 = f32x4.splat(0)
    let c1 = c0
    let c2 = c0
    let c3 = c0
    const next = b + panel
    for (let i: usize = 0; i < 4 * k; i += 4) {
      const x = v128.load_splat<f32>(a + i)
      c0 = multiplyAdd(x, v128.load(b + 8 * i), c0)
      c1 = multiplyAdd(x, v128.load(b + 8 * i, 16), c1)
      c2 = multiplyAdd(x, v128.load(next + 8 * i), c2)
      c3 = multiplyAdd(x, v128.load(next + 8 * i, 16), c3)
    }
    add(out, c0, c1)
    add(out + 32, c2, c3)
    b = next + panel
  }
  for (; out < last; out += 32) {
    let c0 = f32x4.splat(0)
    let c1 = c0
    for (let i: usize = 0; i < 4 * k; i += 4) {
      const x = v128.load_splat<f32>(a + i)
      c0 = multiplyAdd(x, v128.load(b), c0)
      c1 = multiplyAdd(x, v128.load(b, 16), c1)
      b += 32
    }
    add(out, c0, c1)
  }
}
