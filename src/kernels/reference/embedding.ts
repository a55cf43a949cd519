// The embedding table and row selection in float64: reading rows by token, and adding gradients back by token.

import { at } from '../../base/assert.ts'

/** Rows of x [., width] by number: out [M, width]. Reads an embedding table by token, or picks rows of a pass. */
export function takeRows(x: Float64Array, rows: Uint32Array, width: number): Float64Array {
  const out = new Float64Array(rows.length * width)
  rows.forEach((row, index) => {
    out.set(x.subarray(row * width, (row + 1) * width), index * width)
  })
  return out
}

/** Adds row i of `from` to row rows[i] of `to`: the gradient of takeRows. */
export function addRows(to: Float64Array, rows: Uint32Array, from: Float64Array, width: number): void {
  rows.forEach((row, index) => {
    for (let i = 0; i < width; i++) to[row * width + i] = at(to, row * width + i) + at(from, index * width + i)
  })
}

/** What embedBackward reads: rows sorted by token (stable), and where each token's rows start [V + 1]. */
export function rowsByToken(tokens: Uint32Array, vocabulary: number): { order: Uint32Array<ArrayBuffer>; starts: Uint32Array<ArrayBuffer> } {
  const order = Uint32Array.from([...tokens.keys()].sort((a, b) => at(tokens, a) - at(tokens, b) || a - b))
  const starts = new Uint32Array(vocabulary + 1)
  for (const token of tokens) starts[token + 1] = at(starts, token + 1) + 1
  for (let token = 0; token < vocabulary; token++) starts[token + 1] = at(starts, token + 1) + at(starts, token)
  return { order, starts }
}
