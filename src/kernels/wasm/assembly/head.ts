// The streamed head: folds chunks of logits into (max, Σ e, Σ e·d, y of the target) with e = exp(d), d = y − max, turns that
// into logprob and entropy, and logits into gradients. Columns fold in groups of four from column 0 of the vocabulary, so
// that bits depend neither on the chunks nor on the other rows. Shapes and formulas as in kernels.ts.

import { exp4, log1 } from './exponential'
import { firstLanes, greatestLane, loadPart, storePart, sumLanes } from './lanes'

export const LOWEST: f32 = -3.4e38
/** Below this a term is nothing beside the 1 of the maximum, and products with it stay finite. */
const FLOOR: f32 = -1e4

/** Four logits times the inverse temperature; LOWEST past the end of the chunk. */
// @ts-ignore: decorator
@inline
export function fourLogits(at: usize, left: usize, inverse: v128): v128 {
  return left >= 4 ? f32x4.mul(v128.load(at), inverse) : firstLanes(f32x4.mul(loadPart(at, left), inverse), left, f32x4.splat(LOWEST))
}

export function headStats(logits: usize, rows: usize, chunkStart: usize, width: usize, inverseTemperature: usize, targets: usize, stats: usize, first: i32): void {
  const floor = f32x4.splat(FLOOR)
  for (let row: usize = 0; row < rows; row++) {
    const temperature = load<f32>(inverseTemperature + 4 * row)
    const inverse = f32x4.splat(temperature)
    const kept = stats + 16 * row
    let highest: f32 = first != 0 ? LOWEST : load<f32>(kept)
    let sum: f32 = first != 0 ? 0 : load<f32>(kept, 4)
    let weighted: f32 = first != 0 ? 0 : load<f32>(kept, 8)
    for (let column: usize = 0; column < width; column += 4) {
      const y = fourLogits(logits + 4 * column, width - column, inverse)
      const most = greatestLane(y)
      // When the maximum stays, the factors are exactly 1 and 0: nothing to do.
      if (most > highest) {
        const step = highest - most
        const shrink = f32x4.extract_lane(exp4(f32x4.splat(step)), 0)
        weighted = (weighted + sum * max<f32>(step, FLOOR)) * shrink
        sum = sum * shrink
        highest = most
      }
      const d = f32x4.pmax(f32x4.sub(y, f32x4.splat(highest)), floor)
      const e = exp4(d)
      weighted += sumLanes(f32x4.mul(e, d))
      sum += sumLanes(e)
    }
    store<f32>(kept, highest)
    store<f32>(kept, sum, 4)
    store<f32>(kept, weighted, 8)
    const target = <usize>load<u32>(targets + 4 * row) - chunkStart
    if (target < width) store<f32>(kept, load<f32>(logits + 4 * target) * temperature, 12)
    logits += 4 * width
  }
}

export function headFinish(stats: usize, rows: usize, logprobs: usize, entropies: usize): void {
  for (let row: usize = 0; row < rows; row++) {
    const at = stats + 16 * row
    const sum = load<f32>(at, 4)
    const logSum = log1(sum)
    // Differences of near numbers first: the logprob of a sure token keeps its digits.
    store<f32>(logprobs + 4 * row, load<f32>(at, 12) - load<f32>(at) - logSum)
    store<f32>(entropies + 4 * row, max<f32>(0, logSum - load<f32>(at, 8) / sum))
  }
}

/** In place: weight · (1[column = target] − p) · inverse temperature. */
export function headGradient(
  logits: usize,
  rows: usize,
  chunkStart: usize,
  width: usize,
  inverseTemperature: usize,
  targets: usize,
  stats: usize,
  weights: usize,
): void {
  for (let row: usize = 0; row < rows; row++) {
    const temperature = load<f32>(inverseTemperature + 4 * row)
    const inverse = f32x4.splat(temperature)
    const highest = f32x4.splat(load<f32>(stats + 16 * row))
    const sum = f32x4.splat(load<f32>(stats + 16 * row, 4))
    const weight = f32x4.splat(load<f32>(weights + 4 * row) * temperature)
    const target = i32x4.splat(<i32>(<usize>load<u32>(targets + 4 * row) - chunkStart))
    for (let column: usize = 0; column < width; column += 4) {
      const at = logits + 4 * column
      const left = width - column
      const y = fourLogits(at, left, inverse)
      const p = f32x4.div(exp4(f32x4.sub(y, highest)), sum)
      const hit = i32x4.eq(i32x4.add(i32x4.splat(<i32>column), i32x4(0, 1, 2, 3)), target)
      const gradient = f32x4.mul(f32x4.sub(v128.and(hit, f32x4.splat(1)), p), weight)
      if (left >= 4) v128.store(at, gradient)
      else storePart(at, gradient, left)
    }
    logits += 4 * width
  }
}
