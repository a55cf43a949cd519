// Bits of attention that must not depend on how a sequence is cut, on what stands before it, or on which variant runs.

import type { AttentionShape, Kernels } from '../kernels.ts'
import { caseNumbers, differingElements, withMemory } from './case.ts'
import { type CaseSegment, caseTables, uploadCaseTables } from './case-tables.ts'

interface Heads {
  readonly qkv: Float32Array
  readonly keys: Float32Array
  readonly values: Float32Array
}

async function attend(kernels: Kernels, shape: AttentionShape, packing: readonly CaseSegment[], { qkv, keys, values }: Heads): Promise<Float32Array> {
  return await withMemory(kernels, async (memory) => {
    const host = caseTables(packing)
    const width = shape.heads * shape.headWidth
    const out = memory.f32(host.rows * width)
    const logSumExp = memory.f32(host.rows * shape.heads)
    const inputs = { qkv: memory.f32(qkv), keys: memory.f32(keys), values: memory.f32(values) }
    kernels.attention({ tables: uploadCaseTables(memory, host), shape, ...inputs, out, logSumExp })
    const sums = await memory.read(logSumExp, host.rows * shape.heads)
    return Float32Array.of(...(await memory.read(out, host.rows * width)), ...sums)
  })
}

/** Rows of the sequence that is cut in several ways. */
const WHOLE = 37

function wholeHeads(shape: AttentionShape): Heads {
  const kv = shape.kvHeads * shape.headWidth
  return {
    qkv: caseNumbers(70, WHOLE * (shape.heads * shape.headWidth + 2 * kv)),
    keys: caseNumbers(71, WHOLE * kv),
    values: caseNumbers(72, WHOLE * kv),
  }
}

/** A sequence in one piece, row by row, and as the continuation of a prefix cut inside a tile. */
export async function attentionPieces(kernels: Kernels, shape: AttentionShape): Promise<number> {
  const heads = wholeHeads(shape)
  const whole = await attend(kernels, shape, [{ rows: WHOLE }], heads)
  const single = await attend(
    kernels,
    shape,
    Array.from({ length: WHOLE }, (_, row) => (row === 0 ? { rows: 1 } : { rows: 1, after: row - 1 })),
    heads,
  )
  const pieces = await attend(kernels, shape, [{ rows: 13 }, { rows: 9, after: 0 }, { rows: 15, after: 1 }], heads)
  return differingElements(whole, single) + differingElements(whole, pieces)
}

/** gradQkv of a family of segments, as many rows as stand before it left out. */
async function familyGradient(kernels: Kernels, shape: AttentionShape, before: number): Promise<Float32Array> {
  const most = 6
  const rows = before + 21
  const width = (shape.heads + 2 * shape.kvHeads) * shape.headWidth
  const outs = shape.heads * shape.headWidth
  const keyed = rows * shape.kvHeads * shape.headWidth
  const shift = before > 0 ? 1 : 0
  const family: readonly CaseSegment[] = [{ rows: 10 }, { rows: 5, after: shift }, { rows: 6, after: shift }]
  return await withMemory(kernels, async (memory) => {
    const tables = uploadCaseTables(memory, caseTables(before > 0 ? [{ rows: before }, ...family] : family))
    const qkv = caseNumbers(73, (most + 21) * width, 0.5).slice((most - before) * width)
    const gradOut = caseNumbers(74, (most + 21) * outs).slice((most - before) * outs)
    const gradQkv = memory.f32(rows * width)
    kernels.attentionBackward({
      tables,
      shape,
      qkv: memory.f32(qkv),
      keys: memory.f32(keyed),
      values: memory.f32(keyed),
      // Outputs and sums are plausible numbers, not those of attention: only equality is asked.
      out: memory.f32(gradOut.map((value) => value / 2)),
      logSumExp: memory.f32(rows * shape.heads),
      gradOut: memory.f32(gradOut),
      delta: memory.f32(rows * shape.heads),
      gradQkv,
    })
    return (await memory.read(gradQkv, rows * width)).subarray(before * width)
  })
}

/** Gradients of a sequence alone and behind another one, so that it begins inside a block of four rows. */
export async function attentionGradientAlone(kernels: Kernels, shape: AttentionShape): Promise<number> {
  return differingElements(await familyGradient(kernels, shape, 6), await familyGradient(kernels, shape, 0))
}

/** Attention on two engines whose variants may take each other's place: elements whose bits differ, both directions. */
export async function attentionDifference(a: Kernels, b: Kernels, shape: AttentionShape): Promise<number> {
  const heads = wholeHeads(shape)
  const forward = differingElements(await attend(a, shape, [{ rows: WHOLE }], heads), await attend(b, shape, [{ rows: WHOLE }], heads))
  return forward + differingElements(await familyGradient(a, shape, 6), await familyGradient(b, shape, 6))
}
