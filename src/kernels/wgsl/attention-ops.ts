// Dispatches rotary positions and attention. A row's bits are the same in every variant (the exactness cases hold them to
// it), so the choice between one and four query rows an invocation is free and follows the lengths of the segments.

import type { ShaderVariant } from '../../gpu/pipelines.ts'
import type { AttentionShape, Kernels, RowTables } from '../kernels.ts'
import { type DispatchContext, dispatchItems } from './dispatch.ts'
import { type Lanes, type ShaderOptions, shaderVariant, variantName } from './shader-source.ts'

type Call<Operation extends keyof Kernels> = Kernels[Operation] extends (call: infer Argument) => void ? Argument : never

const LANES: readonly Lanes[] = [1, 4]
const headLanes = (shape: AttentionShape): Lanes => (shape.headWidth % 4 === 0 ? 4 : 1)
const turnLanes = (shape: AttentionShape): Lanes => (shape.headWidth % 8 === 0 ? 4 : 1)

const blocked = (shape: AttentionShape, queries: 1 | 4): ShaderOptions => ({
  lanes: headLanes(shape),
  queries,
  constants: { HEAD_GROUPS: Math.ceil(shape.headWidth / 4) },
})

/** Everything that this file dispatches for heads of these shapes. */
export function attentionVariants(shapes: readonly AttentionShape[]): readonly ShaderVariant[] {
  return [
    ...(['rope', 'rope_backward'] as const).flatMap((name) => LANES.map((lanes) => shaderVariant(name, { lanes }))),
    ...shapes.flatMap((shape) => ([1, 4] as const).map((queries) => shaderVariant('attention', blocked(shape, queries)))),
  ]
}

export function rope(context: DispatchContext, { tables, shape, qkv, angles, keys, values }: Call<'rope'>): void {
  const lanes = turnLanes(shape)
  const { heads, kvHeads, headWidth } = shape
  const params = { rows: tables.rows, heads, kvHeads, half: headWidth / 2 / lanes }
  const tensors = [tables.positions, tables.segmentOf, tables.segments, angles, qkv, keys, values]
  const items = tables.rows * (heads + 2 * kvHeads)
  dispatchItems(context, `rope (lanes ${lanes})`, tensors, params, items, 4 * items * headWidth)
}

export function ropeBackward(context: DispatchContext, { tables, shape, gradQkv, angles }: Call<'ropeBackward'>): void {
  const lanes = turnLanes(shape)
  const { heads, kvHeads, headWidth } = shape
  const params = { rows: tables.rows, heads, kvHeads, half: headWidth / 2 / lanes }
  const items = tables.rows * (heads + kvHeads)
  dispatchItems(context, `rope_backward (lanes ${lanes})`, [tables.positions, angles, gradQkv], params, items, 4 * items * headWidth)
}

/** A guess at the keys that a row sees, for the accounting of work alone. */
const keysOf = (tables: RowTables): number => Math.max(32, tables.rows / Math.max(1, segmentCount(tables)) / 2)

const segmentCount = (tables: RowTables): number => tables.segments.length / 8

/** Four rows share their keys when the average segment has as many; in decoding every row is a segment. */
export function queriesOf(tables: RowTables): 1 | 4 {
  return tables.rows >= 4 * segmentCount(tables) ? 4 : 1
}

export function attention(
  context: DispatchContext,
  { tables, shape, qkv, keys, values, out, logSumExp }: Call<'attention'>,
  queries = queriesOf(tables),
): void {
  const { heads, kvHeads, headWidth } = shape
  const params = { rows: tables.rows, heads, kvHeads, headWidth, scale: 1 / Math.sqrt(headWidth) }
  const tensors = [tables.segmentOf, tables.segments, tables.ranges, qkv, keys, values, out, logSumExp]
  const items = Math.ceil(tables.rows / queries) * heads
  const cost = 4 * tables.rows * heads * headWidth * keysOf(tables)
  dispatchItems(context, variantName('attention', blocked(shape, queries)), tensors, params, items, cost)
}
