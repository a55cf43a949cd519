// Our matmul and attention as jobs of the side-by-side benchmark, through the kernel seam alone. Inputs are laid out as
// the kernels want them before the clock starts, as every peer lays out its own. Knows no model.

import type { Kernels, Tensor } from '../src/kernels/kernels.ts'
import { packRows } from '../src/model/rows.ts'
import { TensorPool, uploadTables } from '../src/model/tables.ts'
import type { AttentionTask, Job, MatmulTask } from './peer-interface.ts'
import { deviceTensor, freeAll } from './tensors.ts'

/** packAnew: as if the right operand had just been written, so that what an engine derives from it is derived in every run. */
export function matmulJob(kernels: Kernels, { M, K, N, A, B }: MatmulTask, { packAnew = false } = {}): Job {
  const a = deviceTensor(kernels, 'a', A)
  const b = deviceTensor(kernels, 'b', B)
  const out = kernels.tensor('out', 'f32', M * N)
  return {
    note: kernels.variants['matmul'] ?? '',
    run: () => {
      if (packAnew) kernels.copy(b, 0, b, 0, 1)
      kernels.matmul({ layout: 'nn', a, b, out, m: M, n: N, k: K })
    },
    sync: () => kernels.idle(),
    read: () => kernels.downloadF32(out, 0, M * N),
    dispose: () => freeAll(kernels, [a, b, out]),
  }
}

/** B sequences of S rows: queries, keys and values side by side in a row, keys and values once more as the cache has them. */
export function attentionJob(kernels: Kernels, { B, H, S, D, q, k, v }: AttentionTask): Job {
  const shape = { heads: H, kvHeads: H, headWidth: D }
  const rows = B * S
  const width = H * D
  const keys = byRow(k, B, H, S, D)
  const values = byRow(v, B, H, S, D)
  const pool = new TensorPool(kernels, 'attention rows')
  const tables = uploadTables(pool, packRows(Array.from({ length: B }, () => ({ slot: 0, tokens: new Uint32Array(S) }))))
  const tensors: Record<'qkv' | 'keys' | 'values' | 'out' | 'logSumExp', Tensor> = {
    qkv: deviceTensor(kernels, 'qkv', sideBySide([byRow(q, B, H, S, D), keys, values], rows, width)),
    keys: deviceTensor(kernels, 'keys', keys),
    values: deviceTensor(kernels, 'values', values),
    out: kernels.tensor('out', 'f32', rows * width),
    logSumExp: kernels.tensor('logSumExp', 'f32', rows * H),
  }
  return {
    note: 'online softmax over packed rows, log-sum-exp kept',
    run: () => kernels.attention({ tables, shape, ...tensors }),
    sync: () => kernels.idle(),
    read: async () => byHead(await kernels.downloadF32(tensors.out, 0, rows * width), B, H, S, D),
    dispose: () => {
      freeAll(kernels, Object.values(tensors))
      pool.dispose()
    },
  }
}

/** [B, H, S, D] to [B·S, H·D]. */
function byRow(values: Float32Array, B: number, H: number, S: number, D: number): Float32Array<ArrayBuffer> {
  const rows = new Float32Array(values.length)
  for (let b = 0; b < B; b++)
    for (let h = 0; h < H; h++)
      for (let s = 0; s < S; s++) {
        const from = ((b * H + h) * S + s) * D
        rows.set(values.subarray(from, from + D), ((b * S + s) * H + h) * D)
      }
  return rows
}

/** [B·S, H·D] to [B, H, S, D]. */
function byHead(rows: Float32Array, B: number, H: number, S: number, D: number): Float32Array {
  const values = new Float32Array(rows.length)
  for (let b = 0; b < B; b++)
    for (let h = 0; h < H; h++)
      for (let s = 0; s < S; s++) {
        const from = ((b * S + s) * H + h) * D
        values.set(rows.subarray(from, from + D), ((b * H + h) * S + s) * D)
      }
  return values
}

function sideBySide(parts: readonly Float32Array[], rows: number, width: number): Float32Array<ArrayBuffer> {
  const joined = new Float32Array(parts.length * rows * width)
  parts.forEach((part, index) => {
    for (let row = 0; row < rows; row++) joined.set(part.subarray(row * width, (row + 1) * width), (row * parts.length + index) * width)
  })
  return joined
}
