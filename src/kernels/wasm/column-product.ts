// The product that sums over rows, Aᵀ B: gradients of weights and of factors. Chunks of rows are summed each in a chain of
// its own and added in order, so that neither the packing nor what lies behind changes a bit.

import { GRADIENT_CHUNK_ROWS } from '../kernels.ts'
import type { WasmContext } from './context.ts'
import { panelBytes } from './panels.ts'

/** How a product meets what its output holds: the modes of assembly/blocks.ts. */
export const MODE = { overwrite: 0, add: 1 } as const

/** From this many rows of the left operand on, packing the right one anew pays. */
export const PACKING_PAYS = 32

/** out [m, n] (+)= Aᵀ B over k rows of both: chunks of GRADIENT_CHUNK_ROWS from the first row on, added in order. */
export function columnProduct(
  context: WasmContext,
  a: number,
  aStep: number,
  b: number,
  bStep: number,
  out: number,
  outRow: number,
  m: number,
  n: number,
  k: number,
  mode: number,
): void {
  const { calls } = context
  const packed = m >= PACKING_PAYS ? context.scratch(panelBytes(n, Math.min(k, GRADIENT_CHUNK_ROWS))) : 0
  for (let row = 0; row < Math.max(1, k); row += GRADIENT_CHUNK_ROWS) {
    const rows = Math.min(GRADIENT_CHUNK_ROWS, k - row)
    const into = row === 0 ? mode : MODE.add
    if (packed !== 0) {
      calls.packRows(b + row * bStep, bStep, packed, n, rows)
      calls.multiplyColumns(a + row * aStep, aStep, packed, rows * 32, 32, out, outRow, m, n, rows, into)
    } else calls.multiplyColumns(a + row * aStep, aStep, b + row * bStep, 32, bStep, out, outRow, m, n, rows, into)
  }
}
