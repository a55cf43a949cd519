// The least y that top-k and top-p keep, from whole rows of logits: floats ordered as integers are searched bit by bit from the
// top, exact, no sort; what a pass rules out is not looked at again. The same rules as shaders/sample_threshold.wgsl: ties at
// the bound all stay.

import { exp4 } from './exponential'
import { fourLogits, LOWEST } from './head'
import { firstLanes, sumLanes } from './lanes'

/** Signed integers in the order of the floats. */
// @ts-ignore: decorator
@inline
function ordered(y: v128): v128 {
  return v128.xor(y, v128.and(i32x4.shr_s(y, 31), i32x4.splat(0x7fffffff)))
}

function floatOf(order: u32): f32 {
  const signed = <i32>(order ^ 0x80000000)
  return reinterpret<f32>(signed ^ ((signed >> 31) & 0x7fffffff))
}

/** scratch holds two rows of `vocabulary` numbers, rounded up to four: orders and exponentials. */
export function sampleThreshold(
  logits: usize,
  rows: usize,
  vocabulary: usize,
  inverseTemperature: usize,
  stats: usize,
  topK: u32,
  topP: f32,
  threshold: usize,
  scratch: usize,
): void {
  const padded = (vocabulary + 3) & ~3
  const masses = scratch + 4 * padded
  for (let row: usize = 0; row < rows; row++) {
    const inverse = load<f32>(inverseTemperature + 4 * row)
    let least: f32 = LOWEST
    if (topK != 0 && topK < <u32>vocabulary) {
      fill(logits, vocabulary, inverse, 0, scratch, 0)
      least = floatOf(search(scratch, masses, padded, topK, 0, true))
    }
    if (topP < 1) {
      fill(logits, vocabulary, inverse, load<f32>(stats + 16 * row), scratch, masses)
      const bound = search(scratch, masses, padded, 0, topP * load<f32>(stats + 16 * row, 4), false)
      if (bound != 0) least = max<f32>(least, floatOf(bound))
    }
    store<f32>(threshold + 4 * row, least)
    logits += 4 * vocabulary
  }
}

/** Orders of a row, and exponentials where they are asked for (masses not 0): a search uses them up. */
function fill(logits: usize, vocabulary: usize, inverseTemperature: f32, highest: f32, orders: usize, masses: usize): void {
  const inverse = f32x4.splat(inverseTemperature)
  for (let column: usize = 0; column < vocabulary; column += 4) {
    const left = vocabulary - column
    const y = fourLogits(logits + 4 * column, left, inverse)
    const order = ordered(y)
    v128.store(orders + 4 * column, left >= 4 ? order : firstLanes(order, left, i32x4.splat(i32.MIN_VALUE)))
    if (masses != 0) v128.store(masses + 4 * column, exp4(f32x4.sub(y, f32x4.splat(highest))))
  }
}

/**
 * The greatest order, as an unsigned number, that leaves at least `count` columns or at least `mass`. Groups of four that lie
 * below what was found so far are never kept again: those that are left move together, in their order, so that sums keep theirs.
 */
function search(orders: usize, masses: usize, padded: usize, count: u32, mass: f32, byCount: bool): u32 {
  let bound: u32 = 0
  let left = padded
  for (let bit: u32 = 0x80000000; bit != 0; bit >>= 1) {
    const attempt = i32x4.splat(<i32>((bound | bit) ^ 0x80000000))
    let kept = i32x4.splat(0)
    let sum: f32 = 0
    for (let i: usize = 0; i < left; i += 4) {
      const inside = i32x4.ge_s(v128.load(orders + 4 * i), attempt)
      if (byCount) kept = i32x4.sub(kept, inside)
      else sum += sumLanes(v128.and(inside, v128.load(masses + 4 * i)))
    }
    const columns = i32x4.extract_lane(kept, 0) + i32x4.extract_lane(kept, 1) + i32x4.extract_lane(kept, 2) + i32x4.extract_lane(kept, 3)
    if (byCount ? <u32>columns >= count : sum >= mass) {
      bound |= bit
      left = gather(orders, masses, left, attempt)
    }
  }
  return bound
}

/** Keeps the groups in which a lane reaches the bound; returns what is left. */
function gather(orders: usize, masses: usize, length: usize, bound: v128): usize {
  let left: usize = 0
  for (let i: usize = 0; i < length; i += 4) {
    const order = v128.load(orders + 4 * i)
    if (!v128.any_true(i32x4.ge_s(order, bound))) continue
    const weight = v128.load(masses + 4 * i)
    v128.store(orders + 4 * left, order)
    v128.store(masses + 4 * left, weight)
    left += 4
  }
  return left
}
