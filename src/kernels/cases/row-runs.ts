// Operations whose every output row depends on its own input row alone, each as a function of any number of rows, so that a
// row can be computed alone and in a batch.

import { at } from '../../base/assert.ts'
import type { Kernels, ProjectionGroup } from '../kernels.ts'
import { outWidth } from '../reference/adapter.ts'
import { caseFactors, uploadFactors } from './adapter-factors.ts'
import { type CaseMemory, caseNumbers } from './case.ts'
import { caseTables, uploadCaseTables } from './case-tables.ts'
import { caseMask, uploadMask } from './mask-tables.ts'

export interface RowRun {
  readonly operation: string
  /** Width of each input. */
  readonly inputs: readonly number[]
  /** The outputs, row-major, for as many rows as slots are given. */
  run(kernels: Kernels, memory: CaseMemory, slots: readonly number[], inputs: readonly Float32Array[]): Promise<readonly Float32Array[]>
}

const GROUP: ProjectionGroup = { entry: 0, widths: [24, 8, 8], inWidth: 36 }
const FACTORS = caseFactors(GROUP)
const N = outWidth(GROUP)
const COLUMNS = GROUP.widths.length * FACTORS.maxRank
const WIDTH = 36
const VOCABULARY = 45

const tablesOf = (memory: CaseMemory, slots: readonly number[]) =>
  uploadCaseTables(memory, caseTables([...new Set(slots)].map((slot) => ({ slot, rows: slots.filter((other) => other === slot).length }))))

const ones = (length: number): Float32Array<ArrayBuffer> => new Float32Array(length).fill(1)

/** Every row in the same state: a row alone must have what it has in a batch. */
function headRun(operation: string, state: number | undefined): RowRun {
  return {
    operation,
    inputs: [VOCABULARY],
    run: async (kernels, memory, slots, inputs) => {
      const rows = slots.length
      const logits = memory.f32(at(inputs, 0))
      const { sets } = caseMask(0, VOCABULARY)
      const mask = uploadMask(memory, state === undefined ? undefined : { sets, rows: new Uint32Array(rows).fill(state) })
      const chunk = { logits, rows, chunkStart: 0, width: VOCABULARY, inverseTemperature: memory.f32(ones(rows)), first: true }
      const stats = memory.f32(rows * 4)
      const threshold = memory.f32(rows)
      const candidates = memory.f32(rows * 4)
      const targets = memory.u32(rows)
      if (mask !== undefined) kernels.maskLogits({ logits, rows, chunkStart: 0, width: VOCABULARY, mask })
      kernels.headStats({ ...chunk, targets, stats })
      const { inverseTemperature } = chunk
      kernels.sampleThreshold({ logits, rows, vocabulary: VOCABULARY, inverseTemperature, stats, topK: 30, topP: 0.95, threshold })
      // Counters are all zero: every row draws the same noise, wherever it stands.
      kernels.sampleCandidates({ ...chunk, counters: memory.u32(rows * 4), threshold, key: [1, 2], greedy: false, candidates })
      kernels.sampleFinish({ candidates, stats, rows, tokens: memory.u32(rows), tokenOffset: 0 })
      const logprobs = memory.f32(rows)
      const entropies = memory.f32(rows)
      kernels.headFinish({ stats, rows, logprobs, entropies })
      kernels.headGradient({ ...chunk, targets, stats, weights: memory.f32(ones(rows)) })
      return [
        await memory.read(logits, rows * VOCABULARY),
        await memory.read(threshold, rows),
        await memory.read(logprobs, rows),
        await memory.read(entropies, rows),
      ]
    },
  }
}

export const ROW_RUNS: readonly RowRun[] = [
  {
    operation: 'matmul nt',
    inputs: [WIDTH],
    run: async (kernels, memory, slots, inputs) => {
      const m = slots.length
      const out = memory.f32(m * N)
      kernels.matmul({ layout: 'nt', a: memory.f32(at(inputs, 0)), b: memory.f32(caseNumbers(90, N * WIDTH)), out, m, n: N, k: WIDTH })
      return [await memory.read(out, m * N)]
    },
  },
  {
    operation: 'adapterDown, project',
    inputs: [WIDTH],
    run: async (kernels, memory, slots, inputs) => {
      const tables = tablesOf(memory, slots)
      const factors = uploadFactors(memory, FACTORS)
      const input = memory.f32(at(inputs, 0))
      const hidden = memory.f32(slots.length * COLUMNS)
      const out = memory.f32(slots.length * N)
      kernels.adapterDown({ tables, factors, group: GROUP, x: input, hidden })
      kernels.project({ tables, group: GROUP, x: input, weight: memory.f32(caseNumbers(91, N * WIDTH)), out, adapters: { factors, hidden } })
      return [await memory.read(hidden, slots.length * COLUMNS), await memory.read(out, slots.length * N)]
    },
  },
  {
    operation: 'adapterDownBackward, projectBackward',
    inputs: [N],
    run: async (kernels, memory, slots, inputs) => {
      const tables = tablesOf(memory, slots)
      const factors = uploadFactors(memory, FACTORS)
      const gradOut = memory.f32(at(inputs, 0))
      const gradHidden = memory.f32(slots.length * COLUMNS)
      const gradX = memory.f32(slots.length * WIDTH)
      kernels.adapterDownBackward({ tables, factors, group: GROUP, gradOut, gradHidden })
      const weight = memory.f32(caseNumbers(91, N * WIDTH))
      kernels.projectBackward({ tables, group: GROUP, gradOut, weight, gradX, adapters: { factors, gradHidden } })
      return [await memory.read(gradHidden, slots.length * COLUMNS), await memory.read(gradX, slots.length * WIDTH)]
    },
  },
  {
    operation: 'rmsNorm, rmsNormBackward',
    inputs: [WIDTH, WIDTH],
    run: async (kernels, memory, slots, inputs) => {
      const rows = slots.length
      const shared = { x: memory.f32(at(inputs, 0)), gain: memory.f32(caseNumbers(92, WIDTH)), inverse: memory.f32(rows), rows, width: WIDTH }
      const out = memory.f32(rows * WIDTH)
      const gradX = memory.f32(rows * WIDTH)
      kernels.rmsNorm({ ...shared, out, epsilon: 1e-5 })
      kernels.rmsNormBackward({ ...shared, gradOut: memory.f32(at(inputs, 1)), gradX })
      return [await memory.read(out, rows * WIDTH), await memory.read(gradX, rows * WIDTH)]
    },
  },
  {
    operation: 'swiglu, swigluBackward',
    inputs: [2 * WIDTH, WIDTH],
    run: async (kernels, memory, slots, inputs) => {
      const rows = slots.length
      const gateUp = memory.f32(at(inputs, 0))
      const out = memory.f32(rows * WIDTH)
      const gradGateUp = memory.f32(rows * 2 * WIDTH)
      kernels.swiglu({ gateUp, out, rows, width: WIDTH })
      kernels.swigluBackward({ gateUp, gradOut: memory.f32(at(inputs, 1)), gradGateUp, rows, width: WIDTH })
      return [await memory.read(out, rows * WIDTH), await memory.read(gradGateUp, rows * 2 * WIDTH)]
    },
  },
  headRun('the head and the sampler', undefined),
  headRun('the head and the sampler, masked', 2),
]
