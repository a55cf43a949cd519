// exp and log of four numbers at once, the same bits in every browser and in Node: no call of the host's Math. Polynomials
// and their coefficients are those of the Cephes library (S. Moshier, expf and logf), within 2 units in the last place.

import { multiplyAdd } from './lanes'

/** Below ln(2^-126) the result is 0; above 88.37 it is infinite. */
// @ts-ignore: decorator
@inline
export function exp4(x: v128): v128 {
  const low = f32x4.splat(-87.33654)
  const tiny = f32x4.lt(x, low)
  const huge = f32x4.gt(x, f32x4.splat(88.37626))
  const within = f32x4.pmin(f32x4.pmax(x, low), f32x4.splat(88.37626))
  // x = n ln 2 + r, ln 2 in two parts so that r keeps its digits.
  const n = f32x4.nearest(f32x4.mul(within, f32x4.splat(1.44269504088896341)))
  let r = f32x4.sub(within, f32x4.mul(n, f32x4.splat(0.693359375)))
  r = f32x4.add(r, f32x4.mul(n, f32x4.splat(2.12194440e-4)))
  let y = multiplyAdd(f32x4.splat(1.9875691500e-4), r, f32x4.splat(1.3981999507e-3))
  y = multiplyAdd(y, r, f32x4.splat(8.3334519073e-3))
  y = multiplyAdd(y, r, f32x4.splat(4.1665795894e-2))
  y = multiplyAdd(y, r, f32x4.splat(1.6666665459e-1))
  y = multiplyAdd(y, r, f32x4.splat(5.0000001201e-1))
  y = f32x4.add(multiplyAdd(y, f32x4.mul(r, r), r), f32x4.splat(1))
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23)
  const result = v128.andnot(f32x4.mul(y, power), tiny)
  // NaN stays NaN: pmin and pmax would have hidden it.
  const special = v128.or(huge, f32x4.ne(x, x))
  return v128.bitselect(f32x4.add(f32x4.splat(Infinity), x), result, special)
}

export function exp1(x: f32): f32 {
  return f32x4.extract_lane(exp4(f32x4.splat(x)), 0)
}

/** For x a positive normal number or +∞. */
// @ts-ignore: decorator
@inline
export function log4(x: v128): v128 {
  // x = 2^e m with m in [√½, √2), so that near 1 the exponent is 0 and no digits are lost.
  const offset = i32x4.sub(x, i32x4.splat(0x3f3504f3))
  const e = f32x4.convert_i32x4_s(i32x4.shr_s(offset, 23))
  const m = i32x4.add(v128.and(offset, i32x4.splat(0x007fffff)), i32x4.splat(0x3f3504f3))
  const r = f32x4.sub(m, f32x4.splat(1))
  const z = f32x4.mul(r, r)
  let y = multiplyAdd(f32x4.splat(7.0376836292e-2), r, f32x4.splat(-1.1514610310e-1))
  y = multiplyAdd(y, r, f32x4.splat(1.1676998740e-1))
  y = multiplyAdd(y, r, f32x4.splat(-1.2420140846e-1))
  y = multiplyAdd(y, r, f32x4.splat(1.4249322787e-1))
  y = multiplyAdd(y, r, f32x4.splat(-1.6668057665e-1))
  y = multiplyAdd(y, r, f32x4.splat(2.0000714765e-1))
  y = multiplyAdd(y, r, f32x4.splat(-2.4999993993e-1))
  y = multiplyAdd(y, r, f32x4.splat(3.3333331174e-1))
  y = f32x4.mul(f32x4.mul(y, r), z)
  y = f32x4.add(y, f32x4.mul(e, f32x4.splat(-2.12194440e-4)))
  y = f32x4.sub(y, f32x4.mul(z, f32x4.splat(0.5)))
  const result = f32x4.add(f32x4.add(r, y), f32x4.mul(e, f32x4.splat(0.693359375)))
  return v128.bitselect(x, result, f32x4.eq(x, f32x4.splat(Infinity)))
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
