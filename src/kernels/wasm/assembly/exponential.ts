// exp and log of four numbers at once, the same bits in every browser and in Node: no call of the host's Math. Polynomials
// and their coefficients are those of the Cephes library (S. Moshier, expf and logf), within 2 units in the last place.

import { multiplyAdd } from './lanes'

/** Constants by number: a vector that is loaded costs one instruction, one that is made from a constant three or more. */
const TABLE: usize = memory.data<f32>([
  -88, 89, 1.44269504088896341, 12582912, 0.693359375, 2.12194440e-4,
  1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1, 1,
  7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
  -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1, 0.5,
])

// @ts-ignore: decorator
@inline
function constant(index: i32): v128 {
  return v128.load32_splat(TABLE + 4 * index)
}

/** Below ln(2^-126.5) the result is 0; from 88.38 on it is infinite. NaN stays NaN. */
// @ts-ignore: decorator
@inline
export function exp4(x: v128): v128 {
  const within = f32x4.pmin(f32x4.pmax(x, constant(0)), constant(1))
  // x = n ln 2 + r, n to the nearest: adding 1.5 · 2^23 leaves n in the low bits. ln 2 in two parts, so that r keeps its digits.
  const shifted = multiplyAdd(within, constant(2), constant(3))
  const n = f32x4.sub(shifted, constant(3))
  let r = f32x4.sub(within, f32x4.mul(n, constant(4)))
  r = multiplyAdd(n, constant(5), r)
  let y = multiplyAdd(constant(6), r, constant(7))
  y = multiplyAdd(y, r, constant(8))
  y = multiplyAdd(y, r, constant(9))
  y = multiplyAdd(y, r, constant(10))
  y = multiplyAdd(y, r, constant(11))
  y = f32x4.add(multiplyAdd(y, f32x4.mul(r, r), r), constant(12))
  return f32x4.mul(y, i32x4.add(i32x4.shl(shifted, 23), constant(12)))
}

export function exp1(x: f32): f32 {
  return f32x4.extract_lane(exp4(f32x4.splat(x)), 0)
}

/** For x a positive normal number; +∞ and NaN stay. */
// @ts-ignore: decorator
@inline
export function log4(x: v128): v128 {
  // x = 2^e m with m in [√½, √2), so that near 1 the exponent is 0 and no digits are lost.
  const offset = i32x4.sub(x, i32x4.splat(0x3f3504f3))
  const e = f32x4.convert_i32x4_s(i32x4.shr_s(offset, 23))
  const m = i32x4.add(v128.and(offset, i32x4.splat(0x007fffff)), i32x4.splat(0x3f3504f3))
  const r = f32x4.sub(m, constant(12))
  const z = f32x4.mul(r, r)
  let y = multiplyAdd(constant(13), r, constant(14))
  y = multiplyAdd(y, r, constant(15))
  y = multiplyAdd(y, r, constant(16))
  y = multiplyAdd(y, r, constant(17))
  y = multiplyAdd(y, r, constant(18))
  y = multiplyAdd(y, r, constant(19))
  y = multiplyAdd(y, r, constant(20))
  y = multiplyAdd(y, r, constant(21))
  y = f32x4.mul(f32x4.mul(y, r), z)
  y = f32x4.sub(y, f32x4.mul(e, constant(5)))
  y = f32x4.sub(y, f32x4.mul(z, constant(22)))
  const result = multiplyAdd(e, constant(4), f32x4.add(r, y))
  return v128.bitselect(result, x, f32x4.lt(x, f32x4.splat(Infinity)))
}

export function log1(x: f32): f32 {
  return f32x4.extract_lane(log4(f32x4.splat(x)), 0)
}

/** For tests: both functions over a list whose length is a multiple of 4. */
export function exponentials(from: usize, to: usize, count: usize): void {
  for (let i: usize = 0; i < count; i += 4) v128.store(to + 4 * i, exp4(v128.load(from + 4 * i)))
}

export function logarithms(from: usize, to: usize, count: usize): void {
  for (let i: usize = 0; i < count; i += 4) v128.store(to + 4 * i, log4(v128.load(from + 4 * i)))
}
