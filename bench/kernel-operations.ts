// The operations of the kernel seam at sizes of use: a training step of 8 sequences of 128 tokens at width 128, and a
// decoding step of 16 sequences. Each says how many floating-point operations a call is worth. Knows no clock.

import { caseNumbers } from '../src/kernels/cases/case.ts'
import type { AttentionShape, Kernels, ProjectionGroup, RowTables, Tensor } from '../src/kernels/kernels.ts'
import { rotaryAngles } from '../src/model/device-weights.ts'
import { packRows } from '../src/model/rows.ts'
import { TensorPool, uploadTables } from '../src/model/tables.ts'

export interface OperationBench {
  readonly operation: string
  readonly size: string
  readonly flop: number
  run(): void
}

export const BENCH_SHAPE: AttentionShape = { heads: 4, kvHeads: 4, headWidth: 32 }
const D = 128
const F = 384
const V = 256
const RANK = 8
const SEQUENCES = 8
const TOKENS = 128

/** Tensors by what they hold, each made once and filled with normal numbers. */
class Bench {
  readonly kernels: Kernels
  private seed = 1

  constructor(kernels: Kernels) {
    this.kernels = kernels
  }

  f32(length: number): Tensor {
    return this.filled(caseNumbers(this.seed++, length, 0.5))
  }

  filled(values: Float32Array): Tensor {
    const tensor = this.kernels.tensor('bench', 'f32', values.length)
    this.kernels.upload(tensor, values)
    return tensor
  }

  u32(values: Uint32Array): Tensor {
    const tensor = this.kernels.tensor('bench', 'u32', values.length)
    this.kernels.upload(tensor, values)
    return tensor
  }
}

function matmuls(bench: Bench): OperationBench[] {
  const sizes = [
    ['nn', 512, 1024, 256],
    ['nt', 1024, 384, 128],
    ['nt', 16, 512, 128],
    ['nt', 1, 1536, 576],
    ['tn', 384, 128, 1024],
  ] as const
  return sizes.map(([layout, m, n, k]) => {
    const [a, b, out] = [bench.f32(m * k), bench.f32(n * k), bench.f32(m * n)]
    return { operation: `matmul ${layout}`, size: `${m}·${n}·${k}`, flop: 2 * m * n * k, run: () => bench.kernels.matmul({ layout, a, b, out, m, n, k }) }
  })
}

function projections(bench: Bench, tables: RowTables): OperationBench[] {
  const { kernels } = bench
  const T = tables.rows
  const group: ProjectionGroup = { entry: 0, widths: [D, D, D], inWidth: D }
  const N = 3 * D
  const table = new Uint32Array(2 * 3 * 4)
  const scale = new Uint32Array(Float32Array.of(0.5).buffer)[0] ?? 0
  for (let part = 0; part < 3; part++) table.set([RANK, part * 2 * RANK * D, (part * 2 + 1) * RANK * D, scale], (3 + part) * 4)
  const factors = { arena: bench.f32(3 * 2 * RANK * D), table: bench.u32(table), entries: 3, maxRank: RANK }
  const [x, weight, out, hidden] = [bench.f32(T * D), bench.f32(N * D), bench.f32(T * N), bench.f32(T * 3 * RANK)]
  const [gradX, gradHidden, gradArena, scratch] = [
    bench.f32(T * D),
    bench.f32(T * 3 * RANK),
    bench.f32(3 * 2 * RANK * D),
    bench.f32(tables.chunkCount * RANK * N),
  ]
  const size = `${T} rows, ${D} to 3·${D}, rank ${RANK}`
  const low = 2 * T * RANK * N
  const base = 2 * T * N * D
  const bound = { tables, factors, group }
  return [
    { operation: 'adapterDown', size, flop: low, run: () => kernels.adapterDown({ ...bound, x, hidden }) },
    { operation: 'project', size, flop: base + low, run: () => kernels.project({ tables, group, x, weight, out, adapters: { factors, hidden } }) },
    { operation: 'adapterDownBackward', size, flop: low, run: () => kernels.adapterDownBackward({ ...bound, gradOut: out, gradHidden }) },
    {
      operation: 'projectBackward',
      size,
      flop: base + low,
      run: () => kernels.projectBackward({ tables, group, gradOut: out, weight, gradX, adapters: { factors, gradHidden } }),
    },
    {
      operation: 'adapterGradient',
      size,
      flop: 2 * low,
      run: () => kernels.adapterGradient({ ...bound, x, hidden, gradOut: out, gradHidden, gradArena, scratch }),
    },
  ]
}

function attention(bench: Bench, tables: RowTables): OperationBench[] {
  const { kernels } = bench
  const shape = BENCH_SHAPE
  const T = tables.rows
  const { heads, headWidth } = shape
  const [qkv, keys, values, out, logSumExp] = [bench.f32(T * 3 * D), bench.f32(T * D), bench.f32(T * D), bench.f32(T * D), bench.f32(T * heads)]
  const [gradOut, delta, gradQkv, angles] = [
    bench.f32(T * D),
    bench.f32(T * heads),
    bench.f32(T * 3 * D),
    bench.filled(rotaryAngles({ headWidth, ropeTheta: 10_000 }, TOKENS)),
  ]
  const size = `${SEQUENCES} of ${TOKENS} rows, ${heads} heads of ${headWidth}`
  // rope turns qkv in place again and again: true angles keep its length, others would end in denormal numbers, which are slow.
  const half = 2 * T * TOKENS * D // the causal half of 4·T·S·D
  return [
    { operation: 'rope', size, flop: 6 * T * D, run: () => kernels.rope({ tables, shape, qkv, angles, keys, values }) },
    { operation: 'attention', size, flop: half, run: () => kernels.attention({ tables, shape, qkv, keys, values, out, logSumExp }) },
    {
      operation: 'attentionBackward',
      size,
      flop: 2.5 * half,
      run: () => kernels.attentionBackward({ tables, shape, qkv, keys, values, out, logSumExp, gradOut, delta, gradQkv }),
    },
  ]
}

function rowsAndHead(bench: Bench, tables: RowTables): OperationBench[] {
  const { kernels } = bench
  const rows = tables.rows
  const [x, gain, out, inverse, gradX] = [bench.f32(rows * D), bench.f32(D), bench.f32(rows * D), bench.f32(rows), bench.f32(rows * D)]
  const [gateUp, activated, gradGateUp] = [bench.f32(rows * 2 * F), bench.f32(rows * F), bench.f32(rows * 2 * F)]
  const [logits, stats, weights, inverseTemperature] = [bench.f32(rows * V), bench.f32(rows * 4), bench.f32(rows), bench.f32(rows)]
  const targets = bench.u32(Uint32Array.from({ length: rows }, (_, i) => (i * 7) % V))
  const head = { logits, rows, chunkStart: 0, width: V, inverseTemperature, targets, stats }
  const wide = `${rows} rows of ${D}`
  return [
    { operation: 'embed', size: wide, flop: 0, run: () => kernels.embed({ tokens: targets, table: logits, out, rows, width: D }) },
    { operation: 'rmsNorm', size: wide, flop: 4 * rows * D, run: () => kernels.rmsNorm({ x, gain, out, inverse, rows, width: D, epsilon: 1e-5 }) },
    {
      operation: 'rmsNormBackward',
      size: wide,
      flop: 8 * rows * D,
      run: () => kernels.rmsNormBackward({ x, gain, inverse, gradOut: out, gradX, rows, width: D }),
    },
    { operation: 'swiglu', size: `${rows} rows of ${F}`, flop: 5 * rows * F, run: () => kernels.swiglu({ gateUp, out: activated, rows, width: F }) },
    {
      operation: 'swigluBackward',
      size: `${rows} rows of ${F}`,
      flop: 12 * rows * F,
      run: () => kernels.swigluBackward({ gateUp, gradOut: activated, gradGateUp, rows, width: F }),
    },
    { operation: 'headStats', size: `${rows} rows of ${V}`, flop: 4 * rows * V, run: () => kernels.headStats({ ...head, first: true }) },
    { operation: 'headGradient', size: `${rows} rows of ${V}`, flop: 4 * rows * V, run: () => kernels.headGradient({ ...head, weights }) },
  ]
}

function optimizer(bench: Bench): OperationBench[] {
  const { kernels } = bench
  const length = 1 << 19
  const blocks = length / 1024
  const [weights, gradient, moment1, moment2] = [bench.f32(length), bench.f32(length), bench.f32(length), bench.f32(length)]
  const entries = bench.u32(Uint32Array.of(0, length, 0, blocks))
  const [hyper, norms, scratch] = [bench.f32(8), bench.f32(4), bench.f32(blocks)]
  kernels.upload(hyper, Float32Array.of(1e-3, 0.9, 0.999, 1e-8, 0, 0.1, 0.001, 1))
  const size = `${length} numbers`
  return [
    {
      operation: 'gradientNorm',
      size,
      flop: 2 * length,
      run: () => kernels.gradientNorm({ gradient, entries, entryCount: 1, maxBlocks: blocks, scratch, norms }),
    },
    {
      operation: 'adamw',
      size,
      flop: 14 * length,
      run: () => kernels.adamw({ weights, gradient, moment1, moment2, entries, hyper, norms, entryCount: 1, maxLength: length }),
    },
  ]
}

/** The tensors live as long as the page: a bench ends with it. */
export function operationBenches(kernels: Kernels): readonly OperationBench[] {
  const bench = new Bench(kernels)
  const sequences = Array.from({ length: SEQUENCES }, () => ({ slot: 1, tokens: new Uint32Array(TOKENS) }))
  const tables = uploadTables(new TensorPool(kernels, 'bench'), packRows(sequences))
  return [...matmuls(bench), ...projections(bench, tables), ...attention(bench, tables), ...rowsAndHead(bench, tables), ...optimizer(bench)]
}
