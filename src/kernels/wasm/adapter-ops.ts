// The low-rank halves of projections and the gradients of their factors, slot by slot; gradients are summed by chunks
// counted from the slot's own first row.

import { GRADIENT_CHUNK_ROWS, type Kernels } from '../kernels.ts'
import { columnProduct, MODE } from './column-product.ts'
import type { WasmContext } from './context.ts'
import { factorAt, multiplyFactors, outWidth } from './factors.ts'

type Call<Operation extends keyof Kernels> = Kernels[Operation] extends (call: infer Argument) => void ? Argument : never

export function adapterDown(context: WasmContext, { tables, factors, group, x, hidden }: Call<'adapterDown'>): void {
  const columns = group.widths.length * factors.maxRank
  multiplyFactors(context, 'down', { tables, factors, group }, context.source(x), group.inWidth * 4, context.target(hidden), columns * 4)
}

export function adapterDownBackward(context: WasmContext, { tables, factors, group, gradOut, gradHidden }: Call<'adapterDownBackward'>): void {
  const columns = group.widths.length * factors.maxRank
  const pass = { tables, factors, group }
  multiplyFactors(context, 'downBackward', pass, context.source(gradOut), outWidth(group) * 4, context.target(gradHidden), columns * 4)
}

export function adapterGradient(context: WasmContext, call: Call<'adapterGradient'>): void {
  const { tables, factors, group, x, hidden, gradOut, gradHidden, gradArena } = call
  const k = group.inWidth
  const n = outWidth(group)
  const columns = group.widths.length * factors.maxRank
  const arena = context.target(gradArena)
  for (let index = 0; index < tables.slotCount; index++) {
    const slot = context.word(tables.slotChunks, 4 * index)
    const chunk = context.word(tables.slotChunks, 4 * index + 1)
    const chunks = context.word(tables.slotChunks, 4 * index + 2)
    if (chunks === 0) continue
    const row = context.word(tables.chunks, 4 * chunk)
    // Chunks follow one another and all but the last are full: columnProduct cuts the slot's rows into the same ones.
    const rows = (chunks - 1) * GRADIENT_CHUNK_ROWS + context.word(tables.chunks, 4 * (chunk + chunks - 1) + 1)
    let first = 0
    group.widths.forEach((width, projection) => {
      const { rank, a, b } = factorAt(context, factors, slot, group.entry + projection)
      const narrow = (row * columns + projection * factors.maxRank) * 4
      if (rank > 0) {
        const inputs = context.source(x) + row * k * 4
        columnProduct(context, context.source(gradHidden) + narrow, columns * 4, inputs, k * 4, arena + a * 4, k * 4, rank, k, rows, MODE.add)
        const outputs = context.source(gradOut) + (row * n + first) * 4
        columnProduct(context, outputs, n * 4, context.source(hidden) + narrow, columns * 4, arena + b * 4, rank * 4, width, rank, rows, MODE.add)
      }
      first += width
    })
  }
}
