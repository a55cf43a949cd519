// Projections with low-rank factors: several slots of different ranks in one pass, base rows beside them, groups of one,
// two and three projections, a projection without factors, more rows than a gradient chunk holds.

import type { AdapterFactors, Kernels, ProjectionGroup, RowTables, Tensor } from '../kernels.ts'
import { adapterDown, adapterDownBackward, adapterGradient, adapterInputGradient, adapterUp, type FactorData, outWidth } from '../reference/adapter.ts'
import { add, matmul } from '../reference/matrix.ts'
import { caseFactors, factorData, MAX_RANK, uploadFactors } from './adapter-factors.ts'
import { type CaseMemory, caseNumbers, type KernelCase, relativeError, wide, withMemory } from './case.ts'
import { type CaseSegment, type CaseTables, caseTables, uploadCaseTables } from './case-tables.ts'

interface AdapterRun {
  readonly kernels: Kernels
  readonly memory: CaseMemory
  readonly host: CaseTables
  readonly tables: RowTables
  readonly group: ProjectionGroup
  readonly data: FactorData
  readonly factors: AdapterFactors
  /** Inputs [T, K], output gradients [T, N], and what they become at the low rank, rounded to f32. */
  readonly x: Float32Array
  readonly gradOut: Float32Array
  readonly weight: Float32Array
  readonly hidden: Float32Array
  readonly gradHidden: Float32Array
  f32(values: Float32Array): Tensor
}

type Body = (run: AdapterRun) => Promise<number>

const BODIES: readonly { readonly operation: string; readonly direction: 'forward' | 'gradient'; readonly body: Body }[] = [
  {
    operation: 'adapterDown',
    direction: 'forward',
    body: async ({ kernels, memory, host, tables, group, data, factors, x }) => {
      const columns = group.widths.length * MAX_RANK
      const hidden = memory.f32(host.rows * columns)
      kernels.adapterDown({ tables, factors, group, x: memory.f32(x), hidden })
      return relativeError(await memory.read(hidden, host.rows * columns), adapterDown(host.slotOf, data, group, wide(x)))
    },
  },
  {
    operation: 'project',
    direction: 'forward',
    body: async ({ kernels, memory, host, tables, group, data, factors, x, weight, hidden, f32 }) => {
      const n = outWidth(group)
      const before = caseNumbers(21, host.rows * n)
      const want = add(matmul('nt', wide(x), wide(weight), host.rows, n, group.inWidth), adapterUp(host.slotOf, data, group, wide(hidden)))
      const out = memory.f32(host.rows * n)
      const sum = f32(before)
      const call = { tables, group, x: f32(x), weight: f32(weight), adapters: { factors, hidden: f32(hidden) } }
      kernels.project({ ...call, out })
      kernels.project({ ...call, out: sum, accumulate: true })
      const bare = memory.f32(host.rows * n)
      kernels.project({ tables, group, x: call.x, weight: call.weight, out: bare })
      return Math.max(
        relativeError(await memory.read(out, host.rows * n), want),
        relativeError(await memory.read(sum, host.rows * n), add(want, wide(before))),
        relativeError(await memory.read(bare, host.rows * n), matmul('nt', wide(x), wide(weight), host.rows, n, group.inWidth)),
      )
    },
  },
  {
    operation: 'adapterDownBackward',
    direction: 'gradient',
    body: async ({ kernels, memory, host, tables, group, data, factors, gradOut, f32 }) => {
      const columns = group.widths.length * MAX_RANK
      const gradHidden = memory.f32(host.rows * columns)
      kernels.adapterDownBackward({ tables, factors, group, gradOut: f32(gradOut), gradHidden })
      return relativeError(await memory.read(gradHidden, host.rows * columns), adapterDownBackward(host.slotOf, data, group, wide(gradOut)))
    },
  },
  {
    operation: 'projectBackward',
    direction: 'gradient',
    body: async ({ kernels, memory, host, tables, group, data, factors, gradOut, weight, gradHidden, f32 }) => {
      const k = group.inWidth
      const before = caseNumbers(22, host.rows * k)
      const direct = matmul('nn', wide(gradOut), wide(weight), host.rows, k, outWidth(group))
      const want = add(direct, adapterInputGradient(host.slotOf, data, group, wide(gradHidden)))
      const gradX = memory.f32(host.rows * k)
      const sum = f32(before)
      const call = { tables, group, gradOut: f32(gradOut), weight: f32(weight), adapters: { factors, gradHidden: f32(gradHidden) } }
      kernels.projectBackward({ ...call, gradX })
      kernels.projectBackward({ ...call, gradX: sum, accumulate: true })
      return Math.max(
        relativeError(await memory.read(gradX, host.rows * k), want),
        relativeError(await memory.read(sum, host.rows * k), add(want, wide(before))),
      )
    },
  },
  {
    operation: 'adapterGradient',
    direction: 'gradient',
    body: async ({ kernels, memory, host, tables, group, data, factors, x, gradOut, hidden, gradHidden, f32 }) => {
      const before = caseNumbers(23, data.arena.length)
      const gradArena = f32(before)
      const scratch = memory.f32(tables.chunkCount * MAX_RANK * Math.max(group.widths.length * group.inWidth, outWidth(group)))
      kernels.adapterGradient({
        tables,
        factors,
        group,
        x: f32(x),
        hidden: f32(hidden),
        gradOut: f32(gradOut),
        gradHidden: f32(gradHidden),
        gradArena,
        scratch,
      })
      const want = wide(before)
      adapterGradient(host.slotOf, data, group, { x: wide(x), hidden: wide(hidden), gradOut: wide(gradOut), gradHidden: wide(gradHidden) }, want)
      return relativeError(await memory.read(gradArena, want.length), want)
    },
  },
]

const GROUPS: readonly ProjectionGroup[] = [
  { entry: 0, widths: [20], inWidth: 12 },
  { entry: 0, widths: [64, 68], inWidth: 132 },
  { entry: 0, widths: [24, 8, 8], inWidth: 64 },
]

/** Base rows, then rows of slots 1 and 2, in segments of odd lengths. */
const PACKINGS: readonly (readonly CaseSegment[])[] = [
  [],
  [{ rows: 1, slot: 1 }],
  [{ rows: 3 }, { rows: 1, slot: 1 }, { rows: 2, slot: 1 }, { rows: 63, slot: 2 }],
  [
    { rows: 65, slot: 1 },
    { rows: 64, slot: 2 },
  ],
  [
    { rows: 270, slot: 1 },
    { rows: 20, slot: 2 },
  ],
]

function adapterCase(operation: string, direction: 'forward' | 'gradient', body: Body, group: ProjectionGroup, packing: readonly CaseSegment[]): KernelCase {
  const host = caseTables(packing)
  return {
    operation,
    size: `${packing.map(({ rows, slot }) => `${rows}@${slot ?? 0}`).join(' ') || 'no rows'}, ${group.inWidth} to ${group.widths.join('+')}`,
    direction,
    run: (kernels) =>
      withMemory(kernels, async (memory) => {
        const factors = caseFactors(group)
        const data = factorData(factors)
        const x = caseNumbers(12, host.rows * group.inWidth)
        const gradOut = caseNumbers(13, host.rows * outWidth(group))
        const error = await body({
          kernels,
          memory,
          host,
          tables: uploadCaseTables(memory, host),
          group,
          data,
          factors: uploadFactors(memory, factors),
          x,
          gradOut,
          weight: caseNumbers(14, outWidth(group) * group.inWidth, 0.2),
          hidden: Float32Array.from(adapterDown(host.slotOf, data, group, wide(x))),
          gradHidden: Float32Array.from(adapterDownBackward(host.slotOf, data, group, wide(gradOut))),
          f32: (values) => memory.f32(values),
        })
        return { error }
      }),
  }
}

export function adapterCases(): readonly KernelCase[] {
  return BODIES.flatMap(({ operation, direction, body }) =>
    PACKINGS.flatMap((packing, index) =>
      // Every packing with every group would say little more and take four times as long.
      GROUPS.flatMap((group, other) => (index === 2 || other === index % GROUPS.length ? [adapterCase(operation, direction, body, group, packing)] : [])),
    ),
  )
}
