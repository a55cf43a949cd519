// Matrix products of the CPU engine: projections with their low-rank terms, and products in the four layouts. A number is
// one chain over ascending k whatever path computes it; only gradients of weights are summed by chunks of rows.

import type { Kernels } from '../kernels.ts'
import { columnProduct, MODE, PACKING_PAYS } from './column-product.ts'
import type { WasmContext } from './context.ts'
import { multiplyFactors, outWidth } from './factors.ts'

type Call<Operation extends keyof Kernels> = Kernels[Operation] extends (call: infer Argument) => void ? Argument : never

/** out = x Wᵀ, then the rows of each slot add hidden Bᵀ. */
export function project(context: WasmContext, { tables, group, x, weight, out, accumulate, adapters }: Call<'project'>): void {
  const { calls } = context
  const n = outWidth(group)
  const k = group.inWidth
  const panels = context.panelsOf(weight, 'transposed', 0, n, k)
  const to = context.target(out)
  calls.multiplyRows(context.source(x), k * 4, panels, k * 32, 32, to, n * 4, tables.rows, n, k, accumulate === true ? MODE.add : MODE.overwrite, 1)
  if (adapters === undefined) return
  const { factors, hidden } = adapters
  const columns = group.widths.length * factors.maxRank
  multiplyFactors(context, 'up', { tables, factors, group }, context.source(hidden), columns * 4, to, n * 4)
}

/** gradX = gradOut W, then the rows of each slot add gradHidden A. */
export function projectBackward(context: WasmContext, { tables, group, gradOut, weight, gradX, accumulate, adapters }: Call<'projectBackward'>): void {
  const { calls } = context
  const n = outWidth(group)
  const k = group.inWidth
  const panels = context.panelsOf(weight, 'plain', 0, n, k)
  const to = context.target(gradX)
  calls.multiplyRows(context.source(gradOut), n * 4, panels, n * 32, 32, to, k * 4, tables.rows, k, n, accumulate === true ? MODE.add : MODE.overwrite, 1)
  if (adapters === undefined) return
  const { factors, gradHidden } = adapters
  const columns = group.widths.length * factors.maxRank
  multiplyFactors(context, 'upBackward', { tables, factors, group }, context.source(gradHidden), columns * 4, to, k * 4)
}

export function matmul(context: WasmContext, { layout, a, b, bOffset = 0, out, m, n, k, accumulate }: Call<'matmul'>): void {
  if (m === 0 || n === 0) return
  const mode = accumulate === true ? MODE.add : MODE.overwrite
  const from = context.source(a)
  if (layout === 'tn') {
    columnProduct(context, from, m * 4, context.source(b) + bOffset * 4, n * 4, context.target(out), n * 4, m, n, k, mode)
    return
  }
  if (layout === 'nn' && m < PACKING_PAYS) {
    // Few rows: B is read where it lies, which gives the same bits as panels of it.
    context.calls.multiplyRows(from, k * 4, context.source(b) + bOffset * 4, 32, n * 4, context.target(out), n * 4, m, n, k, mode, 1)
    return
  }
  // Panels before the target: should out be b, its panels are those of what it held.
  const panels = layout === 'nn' ? context.panelsOf(b, 'plain', bOffset, k, n) : context.panelsOf(b, 'transposed', bOffset, n, k)
  const to = context.target(out)
  if (layout === 'tt') context.calls.multiplyColumns(from, m * 4, panels, k * 32, 32, to, n * 4, m, n, k, mode)
  else context.calls.multiplyRows(from, k * 4, panels, k * 32, 32, to, n * 4, m, n, k, mode, 1)
}
