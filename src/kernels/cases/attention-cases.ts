// Rotary positions and attention: heads of several widths, grouped queries, segments that share prefixes, chains of ancestors
// whose ranges split tiles, keys that lie in a cache.

import type { AttentionShape, Kernels } from '../kernels.ts'
import { attention, attentionBackward } from '../reference/attention.ts'
import { columnsOf } from '../reference/matrix.ts'
import { rope, ropeBackward, rotaryAngles } from '../reference/rope.ts'
import { type CaseMemory, caseNumbers, type KernelCase, relativeError, wide, withMemory } from './case.ts'
import { type CaseSegment, type CaseTables, caseTables, uploadCaseTables } from './case-tables.ts'

/** Head shapes of the cases: an engine under test must be able to compute all of them. */
export const CASE_SHAPES: readonly AttentionShape[] = [
  { heads: 3, kvHeads: 1, headWidth: 6 },
  { heads: 4, kvHeads: 2, headWidth: 16 },
  { heads: 2, kvHeads: 2, headWidth: 64 },
]

const CONTEXT = 160

type Body = (kernels: Kernels, memory: CaseMemory, shape: AttentionShape, host: CaseTables) => Promise<number>

const rowWidth = ({ heads, kvHeads, headWidth }: AttentionShape): number => (heads + 2 * kvHeads) * headWidth

/** Keys and values as rope would have left them: the last parts of qkv. */
function keysInside(shape: AttentionShape, qkv: Float32Array): { keys: Float32Array<ArrayBuffer>; values: Float32Array<ArrayBuffer> } {
  const { heads, kvHeads, headWidth } = shape
  const part = (start: number): Float32Array<ArrayBuffer> => Float32Array.from(columnsOf(wide(qkv), rowWidth(shape), start * headWidth, kvHeads * headWidth))
  return { keys: part(heads), values: part(heads + kvHeads) }
}

const ropeBody: Body = async (kernels, memory, shape, host) => {
  const length = host.rows * rowWidth(shape)
  const cached = shape.kvHeads * shape.headWidth
  const before = caseNumbers(1, length)
  const angles = Float32Array.from(rotaryAngles(CONTEXT, shape.headWidth, 10000))
  const qkv = memory.f32(before)
  // Keys of a segment lie where the table says: room for every key row named.
  const keyRows = host.segmentOf.map((segment, row) => (host.segments[8 * segment + 3] ?? 0) + row - (host.segments[8 * segment] ?? 0))
  const capacity = keyRows.reduce((most, row) => Math.max(most, row + 1), 0)
  const keys = memory.f32(capacity * cached)
  const values = memory.f32(capacity * cached)
  kernels.rope({ tables: uploadCaseTables(memory, host), shape, qkv, angles: memory.f32(angles), keys, values })
  const want = rope(shape, wide(before), host.positions, wide(angles))
  const inside = keysInside(shape, Float32Array.from(want))
  const placed = (rows: Float32Array): Float64Array => {
    const out = new Float64Array(capacity * cached)
    keyRows.forEach((to, row) => {
      out.set(rows.subarray(row * cached, (row + 1) * cached), to * cached)
    })
    return out
  }
  return Math.max(
    relativeError(await memory.read(qkv, length), want),
    relativeError(await memory.read(keys, capacity * cached), placed(inside.keys)),
    relativeError(await memory.read(values, capacity * cached), placed(inside.values)),
  )
}

const ropeBackwardBody: Body = async (kernels, memory, shape, host) => {
  const length = host.rows * rowWidth(shape)
  const before = caseNumbers(2, length)
  const angles = Float32Array.from(rotaryAngles(CONTEXT, shape.headWidth, 10000))
  const gradQkv = memory.f32(before)
  kernels.ropeBackward({ tables: uploadCaseTables(memory, host), shape, gradQkv, angles: memory.f32(angles) })
  return relativeError(await memory.read(gradQkv, length), ropeBackward(shape, wide(before), host.positions, wide(angles)))
}

const attentionBody: Body = async (kernels, memory, shape, host) => {
  const length = host.rows * shape.heads * shape.headWidth
  const cacheRows = host.rows + 40
  const qkv = caseNumbers(3, host.rows * rowWidth(shape))
  const keys = caseNumbers(4, cacheRows * shape.kvHeads * shape.headWidth)
  const values = caseNumbers(5, cacheRows * shape.kvHeads * shape.headWidth)
  const out = memory.f32(length)
  const logSumExp = memory.f32(host.rows * shape.heads)
  const inputs = { qkv: memory.f32(qkv), keys: memory.f32(keys), values: memory.f32(values) }
  kernels.attention({ tables: uploadCaseTables(memory, host), shape, ...inputs, out, logSumExp })
  const want = attention(shape, host, wide(qkv), { keys: wide(keys), values: wide(values) })
  return Math.max(relativeError(await memory.read(out, length), want.out), relativeError(await memory.read(logSumExp, host.rows * shape.heads), want.logSumExp))
}

const attentionBackwardBody: Body = async (kernels, memory, shape, host) => {
  const length = host.rows * shape.heads * shape.headWidth
  const qkv = caseNumbers(3, host.rows * rowWidth(shape))
  const gradOut = caseNumbers(6, length)
  const { keys, values } = keysInside(shape, qkv)
  const forward = attention(shape, host, wide(qkv), { keys: wide(keys), values: wide(values) })
  const gradQkv = memory.f32(qkv.length)
  kernels.attentionBackward({
    tables: uploadCaseTables(memory, host),
    shape,
    qkv: memory.f32(qkv),
    keys: memory.f32(keys),
    values: memory.f32(values),
    out: memory.f32(Float32Array.from(forward.out)),
    logSumExp: memory.f32(Float32Array.from(forward.logSumExp)),
    gradOut: memory.f32(gradOut),
    delta: memory.f32(host.rows * shape.heads),
    gradQkv,
  })
  return relativeError(await memory.read(gradQkv, qkv.length), attentionBackward(shape, host, wide(qkv), wide(gradOut)))
}

/** Packings by what is odd about them. Keys are the rows themselves: fit for training. */
const PACKINGS: Readonly<Record<string, readonly CaseSegment[]>> = {
  'no rows': [],
  'one row': [{ rows: 1 }],
  '3, 63 and 65 rows': [{ rows: 3 }, { rows: 63 }, { rows: 65 }],
  '129 rows': [{ rows: 129 }],
  'a shared prefix': [{ rows: 13 }, { rows: 5, after: 0 }, { rows: 1, after: 0 }, { rows: 18, after: 0 }],
  'chains of prefixes': [{ rows: 7 }, { rows: 12, after: 0 }, { rows: 3, after: 1 }, { rows: 9, after: 1 }, { rows: 2, after: 3 }],
}

/** Rows that read and write a cache: decoding and prefill after a prefix. */
const CACHED: Readonly<Record<string, readonly CaseSegment[]>> = {
  'keys in a cache': [
    { rows: 19, keyStart: 40 },
    { rows: 1, after: 0, keyStart: 3 },
    { rows: 1, after: 1, keyStart: 9 },
    { rows: 17, after: 0, keyStart: 20 },
  ],
}

export function attentionCases(shapes: readonly AttentionShape[]): readonly KernelCase[] {
  const bodies: readonly (readonly [string, 'forward' | 'gradient', Body, Readonly<Record<string, readonly CaseSegment[]>>])[] = [
    ['rope', 'forward', ropeBody, { ...PACKINGS, ...CACHED }],
    ['ropeBackward', 'gradient', ropeBackwardBody, PACKINGS],
    ['attention', 'forward', attentionBody, { ...PACKINGS, ...CACHED }],
    ['attentionBackward', 'gradient', attentionBackwardBody, PACKINGS],
  ]
  return bodies.flatMap(([operation, direction, body, packings]) =>
    shapes.flatMap((shape) =>
      Object.entries(packings).map(([name, packing]) => ({
        operation,
        size: `${name}, ${shape.heads}/${shape.kvHeads} heads of ${shape.headWidth}`,
        direction,
        run: (kernels: Kernels) => withMemory(kernels, async (memory) => ({ error: await body(kernels, memory, shape, caseTables(packing)) })),
      })),
    ),
  )
}
