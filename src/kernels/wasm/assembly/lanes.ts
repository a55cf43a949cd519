// Four lanes at a time: sums over lanes in one fixed order, and loads and stores of the one to three numbers that a row
// may have left over. Knows no operations.

/** (x₀ + x₂) + (x₁ + x₃). */
// @ts-ignore: decorator
@inline
export function sumLanes(x: v128): f32 {
  const pairs = f32x4.add(x, v128.shuffle<f32>(x, x, 2, 3, 2, 3))
  return f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1)
}

/** The greatest of four lanes. */
// @ts-ignore: decorator
@inline
export function greatestLane(x: v128): f32 {
  const pairs = f32x4.pmax(x, v128.shuffle<f32>(x, x, 2, 3, 2, 3))
  const a = f32x4.extract_lane(pairs, 0)
  const b = f32x4.extract_lane(pairs, 1)
  return a < b ? b : a
}

/** The sums over lanes of four vectors, side by side: 6 shuffles and 3 additions, in the order of sumLanes. */
// @ts-ignore: decorator
@inline
export function sumFour(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7))
  const cd = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7))
  return f32x4.add(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7))
}

/** One to three numbers; the other lanes are zero. */
export function loadPart(from: usize, count: usize): v128 {
  if (count == 1) return v128.load32_zero(from)
  const two = v128.load64_zero(from)
  return count == 2 ? two : f32x4.replace_lane(two, 2, load<f32>(from, 8))
}

/** The first one to three lanes. */
// @ts-ignore: decorator
@inline
export function storePart(to: usize, x: v128, count: usize): void {
  store<f32>(to, f32x4.extract_lane(x, 0))
  if (count > 1) store<f32>(to, f32x4.extract_lane(x, 1), 4)
  if (count > 2) store<f32>(to, f32x4.extract_lane(x, 2), 8)
}

/** Lanes below count as they are, the others as in `other`. */
// @ts-ignore: decorator
@inline
export function firstLanes(x: v128, count: usize, other: v128): v128 {
  const kept = i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(<i32>count))
  return v128.bitselect(x, other, kept)
}

/** a · b + c in two roundings: plain SIMD has no fused multiply-add, and every engine rounds alike. */
// @ts-ignore: decorator
@inline
export function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  return f32x4.add(f32x4.mul(a, b), c)
}
