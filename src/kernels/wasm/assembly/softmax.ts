// The softmax of one row of scores, which attention shares between blocks of rows and rows that stand alone.

import { exp4, log1 } from './exponential'
import { firstLanes, greatestLane, sumLanes } from './lanes'

const LOWEST: f32 = -3.4e38

/** Scores of `visible` keys become probabilities, those up to `end` zeros; returns the log-sum-exp. */
export function softmax(line: usize, visible: usize, end: usize): f32 {
  const groups = visible & ~3
  const rest = visible & 3
  if (rest != 0) v128.store(line + 4 * groups, firstLanes(v128.load(line + 4 * groups), rest, f32x4.splat(LOWEST)))
  const padded = rest != 0 ? groups + 4 : groups
  let most = f32x4.splat(LOWEST)
  for (let i: usize = 0; i < padded; i += 4) most = f32x4.pmax(most, v128.load(line + 4 * i))
  const highest = greatestLane(most)
  const high = f32x4.splat(highest)
  let sums = f32x4.splat(0)
  for (let i: usize = 0; i < padded; i += 4) {
    const p = exp4(f32x4.sub(v128.load(line + 4 * i), high))
    v128.store(line + 4 * i, p)
    sums = f32x4.add(sums, p)
  }
  const sum = sumLanes(sums)
  const share = f32x4.splat(1 / sum)
  for (let i: usize = 0; i < padded; i += 4) v128.store(line + 4 * i, f32x4.mul(v128.load(line + 4 * i), share))
  for (let i = padded; i < end; i += 4) v128.store(line + 4 * i, f32x4.splat(0))
  return highest + log1(sum)
}
