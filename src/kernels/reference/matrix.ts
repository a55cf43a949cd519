// Matrix products in float64, in the four operand layouts: the judge of matmul and the words in which the model's
// reference speaks. All matrices are row-major. Knows no devices and no order of summation worth keeping.

import { at } from '../../base/assert.ts'
import type { MatmulLayout } from '../kernels.ts'

/** Element (row, column) of op(x): x itself [rows, columns], or x stored [columns, rows] and read across. */
function reader(x: Float64Array, rows: number, columns: number, turned: boolean): (row: number, column: number) => number {
  return turned ? (row, column) => at(x, column * rows + row) : (row, column) => at(x, row * columns + column)
}

/** out [m, n] = op(a) [m, k] · op(b) [k, n]. The first letter of the layout turns a (t: stored [k, m]), the second b (t: stored [n, k]). */
export function matmul(layout: MatmulLayout, a: Float64Array, b: Float64Array, m: number, n: number, k: number): Float64Array {
  const left = reader(a, m, k, layout[0] === 't')
  const right = reader(b, k, n, layout[1] === 't')
  const out = new Float64Array(m * n)
  for (let row = 0; row < m; row++) {
    for (let column = 0; column < n; column++) {
      let sum = 0
      for (let i = 0; i < k; i++) sum += left(row, i) * right(i, column)
      out[row * n + column] = sum
    }
  }
  return out
}

/** a + b, element by element. */
export function add(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, index) => value + at(b, index))
}

/** Columns start … start + width − 1 of x [rows, columns]. */
export function columnsOf(x: Float64Array, columns: number, start: number, width: number): Float64Array {
  const rows = x.length / columns
  const out = new Float64Array(rows * width)
  for (let row = 0; row < rows; row++) out.set(x.subarray(row * columns + start, row * columns + start + width), row * width)
  return out
}
