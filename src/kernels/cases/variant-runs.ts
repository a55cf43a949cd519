// Matrix products at sizes where variants part ways: whole tiles, a ragged edge, few rows; with low-rank terms and without, over
// and on top of what was there. What they give must have the same bits in every variant of an engine. Knows no variant.

import type { Kernels, ProjectionGroup } from '../kernels.ts'
import { outWidth } from '../reference/adapter.ts'
import { caseFactors, uploadFactors } from './adapter-factors.ts'
import { caseNumbers, withMemory } from './case.ts'
import { caseTables, uploadCaseTables } from './case-tables.ts'

export interface VariantRun {
  readonly name: string
  run(kernels: Kernels): Promise<Float32Array>
}

const GROUP: ProjectionGroup = { entry: 0, widths: [64, 32, 36], inWidth: 76 }
const FACTORS = caseFactors(GROUP)
const N = outWidth(GROUP)
const K = GROUP.inWidth
const COLUMNS = GROUP.widths.length * FACTORS.maxRank

/** Rows of each slot, in order. One slot alone may go by tiles. */
const PASSES: readonly (readonly number[])[] = [[0, 1], [0, 7], [0, 64], [0, 130], [0, 0, 129], [130], [3, 70, 65]]

function projections(rowsOfSlot: readonly number[], accumulate: boolean): VariantRun {
  const segments = rowsOfSlot.flatMap((rows, slot) => (rows === 0 ? [] : [{ slot, rows }]))
  const rows = rowsOfSlot.reduce((sum, count) => sum + count, 0)
  return {
    name: `projections of ${rowsOfSlot.join(' + ')} rows${accumulate ? ', adding' : ''}`,
    run: (kernels) =>
      withMemory(kernels, async (memory) => {
        const tables = uploadCaseTables(memory, caseTables(segments))
        const factors = uploadFactors(memory, FACTORS)
        const [x, weight, gradOut] = [caseNumbers(1, rows * K), caseNumbers(2, N * K), caseNumbers(3, rows * N)].map((values) => memory.f32(values))
        const [hidden, gradHidden] = [memory.f32(rows * COLUMNS), memory.f32(rows * COLUMNS)]
        const [out, gradX] = [memory.f32(caseNumbers(4, rows * N)), memory.f32(caseNumbers(5, rows * K))]
        if (x === undefined || weight === undefined || gradOut === undefined) throw new Error('Assertion failed: three tensors')
        kernels.adapterDown({ tables, factors, group: GROUP, x, hidden })
        kernels.project({ tables, group: GROUP, x, weight, out, accumulate, adapters: { factors, hidden } })
        kernels.adapterDownBackward({ tables, factors, group: GROUP, gradOut, gradHidden })
        kernels.projectBackward({ tables, group: GROUP, gradOut, weight, gradX, accumulate, adapters: { factors, gradHidden } })
        return Float32Array.of(...(await memory.read(out, rows * N)), ...(await memory.read(gradX, rows * K)))
      }),
  }
}

function product(layout: 'nt' | 'nn' | 'tn', m: number, n: number, k: number): VariantRun {
  return {
    name: `matmul ${layout} ${m}·${n}·${k}`,
    run: (kernels) =>
      withMemory(kernels, async (memory) => {
        const out = memory.f32(caseNumbers(6, m * n))
        kernels.matmul({ layout, a: memory.f32(caseNumbers(7, m * k)), b: memory.f32(caseNumbers(8, n * k)), out, m, n, k, accumulate: true })
        return memory.read(out, m * n)
      }),
  }
}

export function variantRuns(): readonly VariantRun[] {
  const products = (['nt', 'nn', 'tn'] as const).flatMap((layout) => [product(layout, 64, 64, 16), product(layout, 132, 68, 52), product(layout, 4, 260, 20)])
  return [...PASSES.flatMap((rows) => [projections(rows, false), projections(rows, true)]), ...products]
}
