// Causal attention over packed rows, in float64: each row sees the keys of its ancestors, then those of its own segment up
// to itself. Plain softmax, no tiles: what the streaming kernel must equal. Letters of shapes: kernels.ts.

import { at } from '../../base/assert.ts'
import type { AttentionShape } from '../kernels.ts'

/** The tables of RowTables that attention reads, on the host. */
export interface SegmentData {
  readonly segmentOf: Uint32Array
  readonly segments: Uint32Array
  readonly ranges: Uint32Array
}

/** The key rows that a row sees, in logical order. */
export function visibleKeys({ segmentOf, segments, ranges }: SegmentData, row: number): number[] {
  const segment = at(segmentOf, row) * 8
  const seen: number[] = []
  const firstRange = at(segments, segment + 4)
  for (let range = firstRange; range < firstRange + at(segments, segment + 5); range++) {
    for (let i = 0; i < at(ranges, 2 * range + 1); i++) seen.push(at(ranges, 2 * range) + i)
  }
  for (let i = 0; i <= row - at(segments, segment); i++) seen.push(at(segments, segment + 3) + i)
  return seen
}

const dot = (a: Float64Array, aStart: number, b: Float64Array, bStart: number, width: number): number => {
  let sum = 0
  for (let i = 0; i < width; i++) sum += at(a, aStart + i) * at(b, bStart + i)
  return sum
}

const addScaled = (to: Float64Array, toStart: number, factor: number, from: Float64Array, fromStart: number, width: number): void => {
  for (let i = 0; i < width; i++) to[toStart + i] = at(to, toStart + i) + factor * at(from, fromStart + i)
}

export interface Keys {
  /** Turned keys and values [C, G·E]. */
  readonly keys: Float64Array
  readonly values: Float64Array
}

/** out [T, H·E] and logSumExp [T, H] of turned queries in qkv [T, (H+2G)·E]. */
export function attention(
  shape: AttentionShape,
  tables: SegmentData,
  qkv: Float64Array,
  { keys, values }: Keys,
): { out: Float64Array; logSumExp: Float64Array } {
  const { heads, kvHeads, headWidth } = shape
  const rows = tables.segmentOf.length
  const rowWidth = (heads + 2 * kvHeads) * headWidth
  const out = new Float64Array(rows * heads * headWidth)
  const logSumExp = new Float64Array(rows * heads)
  for (let row = 0; row < rows; row++) {
    const seen = visibleKeys(tables, row)
    for (let head = 0; head < heads; head++) {
      const kv = Math.floor(head / (heads / kvHeads))
      const keyAt = (key: number): number => (key * kvHeads + kv) * headWidth
      const scores = seen.map((key) => dot(qkv, row * rowWidth + head * headWidth, keys, keyAt(key), headWidth) / Math.sqrt(headWidth))
      const highest = Math.max(...scores)
      const logSum = highest + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - highest), 0))
      logSumExp[row * heads + head] = logSum
      seen.forEach((key, n) => {
        addScaled(out, (row * heads + head) * headWidth, Math.exp(at(scores, n) - logSum), values, keyAt(key), headWidth)
      })
    }
  }
  return { out, logSumExp }
}

/**
 * gradQkv [T, (H+2G)·E] from gradOut [T, H·E]. With p = softmax(scores): gradV = Σ p · gradOut; ds = p · (gradOut·v − Σ p · gradOut·v);
 * gradQ = Σ ds · k / √E; gradK = Σ ds · q / √E. Key rows are the rows of the pass: keys and values are those inside qkv.
 */
export function attentionBackward(shape: AttentionShape, tables: SegmentData, qkv: Float64Array, gradOut: Float64Array): Float64Array {
  const { heads, kvHeads, headWidth } = shape
  const rows = tables.segmentOf.length
  const rowWidth = (heads + 2 * kvHeads) * headWidth
  const scale = 1 / Math.sqrt(headWidth)
  const gradQkv = new Float64Array(qkv.length)
  for (let row = 0; row < rows; row++) {
    const seen = visibleKeys(tables, row)
    for (let head = 0; head < heads; head++) {
      const kv = Math.floor(head / (heads / kvHeads))
      const query = row * rowWidth + head * headWidth
      const grad = (row * heads + head) * headWidth
      const keyAt = (key: number): number => key * rowWidth + (heads + kv) * headWidth
      const valueAt = (key: number): number => keyAt(key) + kvHeads * headWidth
      const scores = seen.map((key) => dot(qkv, query, qkv, keyAt(key), headWidth) * scale)
      const highest = Math.max(...scores)
      const exponentials = scores.map((score) => Math.exp(score - highest))
      const sum = exponentials.reduce((total, value) => total + value, 0)
      const toValues = seen.map((key) => dot(gradOut, grad, qkv, valueAt(key), headWidth))
      const mean = toValues.reduce((total, value, n) => total + (at(exponentials, n) / sum) * value, 0)
      seen.forEach((key, n) => {
        const p = at(exponentials, n) / sum
        const ds = p * (at(toValues, n) - mean) * scale
        addScaled(gradQkv, query, ds, qkv, keyAt(key), headWidth)
        addScaled(gradQkv, keyAt(key), ds, qkv, query, headWidth)
        addScaled(gradQkv, valueAt(key), p, gradOut, grad, headWidth)
      })
    }
  }
  return gradQkv
}
