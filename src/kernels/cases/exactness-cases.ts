// Bits that must not depend on company: a row alone and the same row in a batch; a sequence decoded token by token and the
// same sequence in one piece; a shared prefix and its copy; one chunk of the vocabulary and many; an adapter's gradient in a
// mixed pass and in its own. Equality is exact here; closeness to float64 is the business of the other cases.

import { at } from '../../base/assert.ts'
import type { AttentionShape, Kernels, ProjectionGroup } from '../kernels.ts'
import { outWidth } from '../reference/adapter.ts'
import { caseFactors, uploadFactors } from './adapter-factors.ts'
import { CASE_SHAPES } from './attention-cases.ts'
import { attentionGradientAlone, attentionPieces } from './attention-exactness.ts'
import { type CaseMemory, caseNumbers, differingElements, withMemory } from './case.ts'
import { type CaseSegment, caseTables, uploadCaseTables } from './case-tables.ts'
import { foldStats, type HeadInputs, headInputs } from './head-cases.ts'
import { allowedOf } from './mask-tables.ts'
import { ROW_RUNS, type RowRun } from './row-runs.ts'

export interface ExactnessCase {
  readonly promise: string
  /** Elements whose bits differ: 0, or the promise is broken. */
  run(kernels: Kernels): Promise<{ readonly differing: number }>
}

const ROWS = 65
/** Rows that are also computed alone: the first, the last, and some inside blocks of four and eight. */
const ALONE = [0, 5, 34, 64]

const pick = (values: Float32Array, width: number, row: number): Float32Array<ArrayBuffer> => Float32Array.from(values.subarray(row * width, (row + 1) * width))

async function rowAlone(kernels: Kernels, { inputs, run }: RowRun): Promise<number> {
  const batch = inputs.map((width, index) => caseNumbers(60 + index, ROWS * width))
  const slots = Array.from({ length: ROWS }, (_, row) => (row < 3 ? 0 : row < 40 ? 1 : 2))
  const together = await withMemory(kernels, (memory) => run(kernels, memory, slots, batch))
  let differing = 0
  for (const row of ALONE) {
    const own = batch.map((values, index) => pick(values, at(inputs, index), row))
    const alone = await withMemory(kernels, (memory) => run(kernels, memory, [at(slots, row)], own))
    alone.forEach((values, index) => {
      differing += differingElements(values, pick(at(together, index), values.length, row))
    })
  }
  return differing
}

/** Slot 2's factors after a pass with slot 1 in front, and after a pass of its own. */
async function adapterAlone(kernels: Kernels): Promise<number> {
  const group: ProjectionGroup = { entry: 0, widths: [24, 8], inWidth: 20 }
  const factors = caseFactors(group)
  const n = outWidth(group)
  const columns = group.widths.length * factors.maxRank
  const [first, second] = [37, 300]
  const run = (packing: readonly CaseSegment[], skip: number): Promise<Float32Array> =>
    withMemory(kernels, async (memory) => {
      const tables = uploadCaseTables(memory, caseTables(packing))
      const rows = (seed: number, width: number) => memory.f32(caseNumbers(seed, (first + second) * width).slice(skip * width))
      const scratch = memory.f32(tables.chunkCount * factors.maxRank * Math.max(group.widths.length * group.inWidth, n))
      const gradArena = memory.f32(factors.arena.length)
      const inputs = { x: rows(80, group.inWidth), hidden: rows(81, columns), gradOut: rows(82, n), gradHidden: rows(83, columns) }
      kernels.adapterGradient({ tables, factors: uploadFactors(memory, factors), group, ...inputs, gradArena, scratch })
      return await memory.read(gradArena, factors.arena.length)
    })
  const mixed = await run(
    [
      { rows: first, slot: 1 },
      { rows: second, slot: 2 },
    ],
    0,
  )
  const alone = await run([{ rows: second, slot: 2 }], first)
  const start = at(factors.table, (2 * factors.entries + 0) * 4 + 1)
  return differingElements(mixed.subarray(start), alone.subarray(start))
}

async function headChunks(kernels: Kernels, memory: CaseMemory, masked: boolean): Promise<number> {
  const inputs: HeadInputs = headInputs(33, 129, 4, masked)
  const whole = await memory.read(foldStats(kernels, memory, inputs, 132), inputs.rows * 4)
  const parts = await memory.read(foldStats(kernels, memory, inputs, 32), inputs.rows * 4)
  return differingElements(whole, parts)
}

/** Rows that are free among masked ones, and rows whose mask allows every token, against the same rows without any mask. */
async function headFree(kernels: Kernels, memory: CaseMemory): Promise<number> {
  const inputs = headInputs(65, 129, 4, true)
  const { mask, ...free } = inputs
  if (mask === undefined) return Number.POSITIVE_INFINITY
  const want = await memory.read(foldStats(kernels, memory, free, 64), inputs.rows * 4)
  const got = await memory.read(foldStats(kernels, memory, inputs, 64), inputs.rows * 4)
  let differing = 0
  for (let row = 0; row < inputs.rows; row++) {
    const allowed = allowedOf(mask, row)
    if (allowed === undefined || allowed.length === inputs.vocabulary) differing += differingElements(pick(want, 4, row), pick(got, 4, row))
  }
  return differing
}

export function exactnessCases(shapes: readonly AttentionShape[] = CASE_SHAPES): readonly ExactnessCase[] {
  const differing = async (count: Promise<number>) => ({ differing: await count })
  const name = ({ heads, kvHeads, headWidth }: AttentionShape): string => `${heads}/${kvHeads} heads of ${headWidth}`
  return [
    ...ROW_RUNS.map((run) => ({ promise: `${run.operation}: a row alone and in a batch`, run: (kernels: Kernels) => differing(rowAlone(kernels, run)) })),
    ...shapes.flatMap((shape) => [
      { promise: `attention: decoded, continued and in one piece, ${name(shape)}`, run: (kernels: Kernels) => differing(attentionPieces(kernels, shape)) },
      { promise: `attentionBackward: alone and in a batch, ${name(shape)}`, run: (kernels: Kernels) => differing(attentionGradientAlone(kernels, shape)) },
    ]),
    { promise: 'adapterGradient: alone and in a mixed pass', run: (kernels) => differing(adapterAlone(kernels)) },
    { promise: 'headStats: in one chunk and in many', run: (kernels) => differing(withMemory(kernels, (memory) => headChunks(kernels, memory, false))) },
    { promise: 'headStats: the same under masks', run: (kernels) => differing(withMemory(kernels, (memory) => headChunks(kernels, memory, true))) },
    { promise: 'headStats: a free row among masked ones', run: (kernels) => differing(withMemory(kernels, (memory) => headFree(kernels, memory))) },
  ]
}
