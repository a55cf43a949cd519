// The gradient of attention at queries, keys and values, p = exp(s − logSumExp) computed again:
//   ds = scale · p · (gradOut·v − delta)     gradQ = Σ ds · k     gradK += Σ ds · q     gradV += Σ p · gradOut
// Blocks of rows go one after the other, so that a key gathers its rows in ascending order, heads within a block: chains
// that go on from block to block, and depend on nothing but the sequences that share the key. Key rows are rows of the pass.

import { scoreRow } from './attention'
import { CONTINUE, OVERWRITE } from './blocks'
import { exp4 } from './exponential'
import { firstLanes, loadPart, multiplyAdd, sumLanes } from './lanes'
import { multiplyRows } from './multiply'
import { multiplyColumns } from './multiply-columns'
import { BLOCK, dots, scaledRows } from './scores'

/** delta [rows, heads] = gradOut · out. */
function deltas(out: usize, gradOut: usize, delta: usize, count: usize, width: usize): void {
  for (let i: usize = 0; i < count; i++) {
    let sum = f32x4.splat(0)
    const fours = width & ~3
    for (let j: usize = 0; j < fours; j += 4) sum = multiplyAdd(v128.load(out + 4 * j), v128.load(gradOut + 4 * j), sum)
    if ((width & 3) != 0) sum = multiplyAdd(loadPart(out + 4 * fours, width & 3), loadPart(gradOut + 4 * fours, width & 3), sum)
    store<f32>(delta + 4 * i, sumLanes(sum))
    out += 4 * width
    gradOut += 4 * width
  }
}

/** Scores become p and products with values become ds, `visible` of them; both are zero from there to `end`. */
function probabilities(scores: usize, products: usize, visible: usize, end: usize, logSum: f32, delta: f32, scale: f32): void {
  const zero = f32x4.splat(0)
  for (let i: usize = 0; i < end; i += 4) {
    let p = exp4(f32x4.sub(v128.load(scores + 4 * i), f32x4.splat(logSum)))
    let d = f32x4.mul(f32x4.mul(p, f32x4.sub(v128.load(products + 4 * i), f32x4.splat(delta))), f32x4.splat(scale))
    if (i + 4 > visible) {
      const count = i < visible ? visible - i : 0
      p = firstLanes(p, count, zero)
      d = firstLanes(d, count, zero)
    }
    v128.store(scores + 4 * i, p)
    v128.store(products + 4 * i, d)
  }
}

/** scratch holds BLOCK rows of scaled queries and twice BLOCK rows of scores. */
export function attentionBackward(
  segmentOf: usize,
  segments: usize,
  ranges: usize,
  qkv: usize,
  out: usize,
  logSumExp: usize,
  gradOut: usize,
  delta: usize,
  gradQkv: usize,
  rows: usize,
  heads: usize,
  kvHeads: usize,
  width: usize,
  scale: f32,
  scratch: usize,
  longest: usize,
): void {
  const queryRow = (width * 4 + 15) & ~15
  const line = scoreRow(longest)
  const scores = scratch + BLOCK * queryRow
  const products = scores + BLOCK * line
  const wide = (heads + 2 * kvHeads) * width * 4
  const outRow = heads * width * 4
  deltas(out, gradOut, delta, rows * heads, width)
  memory.fill(gradQkv, 0, rows * wide)
  for (let row: usize = 0; row < rows; ) {
    const segment = segments + <usize>load<u32>(segmentOf + 4 * row) * 32
    const start = <usize>load<u32>(segment)
    const blockRows = min<usize>(BLOCK, min<usize>(rows, start + <usize>load<u32>(segment, 4)) - row)
    const first = <usize>load<u32>(segment, 8)
    const visible = first + row - start + 1
    const own = visible + blockRows - 1 - first
    const firstRange = <usize>load<u32>(segment, 16)
    const ranged = <usize>load<u32>(segment, 20)
    for (let head: usize = 0; head < heads; head++) {
      const keyPart = (heads + head / (heads / kvHeads)) * width * 4
      const valuePart = keyPart + kvHeads * width * 4
      const query = row * wide + head * width * 4
      const grad = gradOut + row * outRow + head * width * 4
      scaledRows(qkv + query, wide, scratch, queryRow, blockRows, width, scale)
      // The last stretch is the segment itself.
      let position: usize = 0
      for (let i: usize = 0; i <= ranged; i++) {
        const range = ranges + 8 * (firstRange + i)
        const key = (i < ranged ? <usize>load<u32>(range) : start) * wide
        const count = i < ranged ? <usize>load<u32>(range, 4) : own
        dots(scratch, queryRow, blockRows, qkv + key + keyPart, wide, count, width, scores + 4 * position, line)
        dots(grad, outRow, blockRows, qkv + key + valuePart, wide, count, width, products + 4 * position, line)
        position += count
      }
      for (let i: usize = 0; i < blockRows; i++) {
        const at = ((row + i) * heads + head) * 4
        probabilities(scores + i * line, products + i * line, visible + i, visible + blockRows - 1, load<f32>(logSumExp + at), load<f32>(delta + at), scale)
      }
      position = 0
      for (let i: usize = 0; i <= ranged; i++) {
        const range = ranges + 8 * (firstRange + i)
        const key = (i < ranged ? <usize>load<u32>(range) : start) * wide
        const count = i < ranged ? <usize>load<u32>(range, 4) : own
        const ds = products + 4 * position
        multiplyRows(ds, line, qkv + key + keyPart, 32, wide, gradQkv + query, wide, blockRows, width, count, position == 0 ? OVERWRITE : CONTINUE, 1)
        multiplyColumns(ds, line, qkv + query, 32, wide, gradQkv + key + keyPart, wide, count, width, blockRows, CONTINUE)
        multiplyColumns(scores + 4 * position, line, grad, 32, outRow, gradQkv + key + valuePart, wide, count, width, blockRows, CONTINUE)
        position += count
      }
    }
    row += blockRows
  }
}
