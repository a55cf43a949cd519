// The streamed head: statistics folded over chunks, logprob and entropy, gradients in place; vocabularies that no chunk divides,
// temperatures by row, logits large enough that a softmax without its maximum would overflow.

import { at } from '../../base/assert.ts'
import type { Kernels, Tensor } from '../kernels.ts'
import { headGradientRow, headRow } from '../reference/head.ts'
import { columnsOf } from '../reference/matrix.ts'
import { type CaseMemory, caseIndices, caseNumbers, type KernelCase, relativeError, wide, withMemory } from './case.ts'
import { allowedOf, type CaseMask, caseMask, uploadMask } from './mask-tables.ts'

export interface HeadInputs {
  readonly rows: number
  readonly vocabulary: number
  /** [M, V] */
  readonly logits: Float32Array<ArrayBuffer>
  readonly inverseTemperature: Float32Array<ArrayBuffer>
  readonly targets: Uint32Array<ArrayBuffer>
  readonly weights: Float32Array<ArrayBuffer>
  /** The action mask, some rows left free. Absent: no row has one. */
  readonly mask?: CaseMask
}

/** Under a mask the targets are allowed tokens. */
export function headInputs(rows: number, vocabulary: number, spread = 4, masked = false): HeadInputs {
  const targets = caseIndices(32, rows, vocabulary)
  const mask = masked ? caseMask(rows, vocabulary) : undefined
  return {
    rows,
    vocabulary,
    logits: caseNumbers(31, rows * vocabulary, spread),
    inverseTemperature: Float32Array.from({ length: rows }, (_, row) => [1, 1.25, 0.5][row % 3] ?? 1),
    targets: mask === undefined ? targets : targets.map((target, row) => pickAllowed(mask, row, target)),
    weights: caseNumbers(33, rows),
    ...(mask === undefined ? {} : { mask }),
  }
}

function pickAllowed(mask: CaseMask, row: number, target: number): number {
  const allowed = allowedOf(mask, row)
  return allowed === undefined ? target : at(allowed, target % allowed.length)
}

/** First columns and widths of a vocabulary cut into chunks. */
export function chunksOf(vocabulary: number, chunk: number): readonly { readonly chunkStart: number; readonly width: number }[] {
  return Array.from({ length: Math.ceil(vocabulary / chunk) }, (_, i) => ({ chunkStart: i * chunk, width: Math.min(chunk, vocabulary - i * chunk) }))
}

/** The columns of one chunk, as the head's matmul would leave them, and masked where the rows have a mask. */
export function chunkTensor(memory: CaseMemory, { logits, vocabulary, rows, mask }: HeadInputs, chunkStart: number, width: number): Tensor {
  const chunk = memory.f32(Float32Array.from(columnsOf(wide(logits), vocabulary, chunkStart, width)))
  const tables = uploadMask(memory, mask)
  if (tables !== undefined) memory.kernels.maskLogits({ logits: chunk, rows, chunkStart, width, mask: tables })
  return chunk
}

/** Statistics of all rows, folded chunk by chunk. */
export function foldStats(kernels: Kernels, memory: CaseMemory, inputs: HeadInputs, chunk: number): Tensor {
  const stats = memory.f32(inputs.rows * 4)
  const shared = { rows: inputs.rows, inverseTemperature: memory.f32(inputs.inverseTemperature), targets: memory.u32(inputs.targets), stats }
  for (const { chunkStart, width } of chunksOf(inputs.vocabulary, chunk)) {
    kernels.headStats({ ...shared, logits: chunkTensor(memory, inputs, chunkStart, width), chunkStart, width, first: chunkStart === 0 })
  }
  return stats
}

const rowOf = ({ logits, vocabulary }: HeadInputs, row: number): Float64Array => wide(logits.subarray(row * vocabulary, (row + 1) * vocabulary))

async function forwardError(kernels: Kernels, memory: CaseMemory, inputs: HeadInputs, chunk: number): Promise<number> {
  const { rows } = inputs
  const logprobs = memory.f32(rows)
  const entropies = memory.f32(rows)
  kernels.headFinish({ stats: foldStats(kernels, memory, inputs, chunk), rows, logprobs, entropies })
  const want = Array.from({ length: rows }, (_, row) =>
    headRow(rowOf(inputs, row), at(inputs.inverseTemperature, row), at(inputs.targets, row), allowedOf(inputs.mask, row)),
  )
  return Math.max(
    relativeError(
      await memory.read(logprobs, rows),
      want.map(({ logprob }) => logprob),
    ),
    relativeError(
      await memory.read(entropies, rows),
      want.map(({ entropy }) => entropy),
    ),
  )
}

async function gradientError(kernels: Kernels, memory: CaseMemory, inputs: HeadInputs, chunk: number): Promise<number> {
  const { rows, vocabulary } = inputs
  const stats = foldStats(kernels, memory, inputs, chunk)
  const shared = {
    rows,
    stats,
    inverseTemperature: memory.f32(inputs.inverseTemperature),
    targets: memory.u32(inputs.targets),
    weights: memory.f32(inputs.weights),
  }
  const got = new Float64Array(rows * vocabulary)
  for (const { chunkStart, width } of chunksOf(vocabulary, chunk)) {
    const logits = chunkTensor(memory, inputs, chunkStart, width)
    kernels.headGradient({ ...shared, logits, chunkStart, width })
    const part = await memory.read(logits, rows * width)
    for (let row = 0; row < rows; row++) got.set(part.subarray(row * width, (row + 1) * width), row * vocabulary + chunkStart)
  }
  const want = new Float64Array(rows * vocabulary)
  for (let row = 0; row < rows; row++) {
    const [inverse, target, weight] = [inputs.inverseTemperature, inputs.targets, inputs.weights].map((values) => at(values, row))
    want.set(headGradientRow(rowOf(inputs, row), inverse ?? 1, target ?? 0, weight ?? 0, allowedOf(inputs.mask, row)), row * vocabulary)
  }
  return relativeError(got, want)
}

/** [rows, vocabulary, columns of a chunk] */
const SIZES: readonly (readonly [number, number, number])[] = [
  [0, 8, 8],
  [3, 3, 8],
  [65, 63, 64],
  [63, 65, 32],
  [1, 129, 64],
  [129, 112, 112],
  [5, 1000, 256],
]

export function headCases(): readonly KernelCase[] {
  return SIZES.flatMap(([rows, vocabulary, chunk]) =>
    (['forward', 'gradient'] as const).flatMap((direction) =>
      [false, true].map((masked) => ({
        operation: direction === 'forward' ? 'headStats, headFinish' : 'headGradient',
        size: `${rows}·${vocabulary} by ${chunk}${masked ? ', masked' : ''}`,
        direction,
        run: (kernels: Kernels) =>
          withMemory(kernels, async (memory) => {
            // Spread 40: exponentials of raw logits would overflow.
            const body = direction === 'forward' ? forwardError : gradientError
            const usual = await body(kernels, memory, headInputs(rows, vocabulary, 4, masked), chunk)
            return { error: Math.max(usual, await body(kernels, memory, headInputs(rows, vocabulary, 40, masked), chunk)) }
          }),
      })),
    ),
  )
}
