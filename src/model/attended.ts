// What a row looked at: its attention over the rows before it, layer by layer and head by head, computed on the host from the
// rotated queries and keys of a pass that kept them. Asked when somebody looks at a token, not in training: it reads whole layers
// back. The shares are those of the pass but for rounding. Knows a pass and rows; knows no losses and no pictures.

import { at } from '../base/assert.ts'
import type { Decoder, ForwardPass } from './decoder.ts'

/** A row of the pass, and the key rows that it sees, by position: its own is the last. */
export interface AskedRow {
  readonly row: number
  readonly keys: readonly number[]
}

/** By asked row: f32 [layers, heads, keys], each head's shares add up to 1. The pass must have kept its activations. */
export async function attendedOf(decoder: Decoder, pass: ForwardPass, asked: readonly AskedRow[]): Promise<readonly Float32Array[]> {
  const { kernels, shape, config } = decoder
  const { heads, kvHeads, headWidth } = shape
  const rowWidth = (heads + 2 * kvHeads) * headWidth
  const keyWidth = kvHeads * headWidth
  const answers = asked.map(({ keys }) => new Float32Array(config.layers * heads * keys.length))
  for (const [layer, { qkv, cache }] of pass.layers.entries()) {
    const [queries, keyRows] = await Promise.all([
      kernels.downloadF32(qkv, 0, pass.tables.rows * rowWidth),
      kernels.downloadF32(cache.keys, 0, pass.tables.rows * keyWidth),
    ])
    asked.forEach(({ row, keys }, index) => {
      for (let head = 0; head < heads; head++) {
        const query = queries.subarray(row * rowWidth + head * headWidth, row * rowWidth + (head + 1) * headWidth)
        const group = Math.floor((head * kvHeads) / heads) * headWidth
        const scores = keys.map((key) => dot(query, keyRows.subarray(key * keyWidth + group, key * keyWidth + group + headWidth)) / Math.sqrt(headWidth))
        at(answers, index).set(softmax(scores), (layer * heads + head) * keys.length)
      }
    })
  }
  return answers
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += at(a, i) * at(b, i)
  return sum
}

function softmax(scores: readonly number[]): number[] {
  const greatest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - greatest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}
