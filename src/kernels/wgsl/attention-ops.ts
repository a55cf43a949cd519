// Dispatches rotary positions and attention. A row's bits are the same in every variant (the exactness cases hold them to
// it), so the choice between one and four query rows an invocation is free and follows the lengths of the segments.

import type { ShaderVariant } from '../../gpu/pipelines.ts'
import type { AttentionShape, Kernels, RowTables } from '../kernels.ts'
import { type DispatchContext, dispatchItems, dispatchSlices } from './dispatch.ts'
import { type Lanes, type ShaderOptions, shaderVariant, variantName } from './shader-source.ts'

type Call<Operation extends keyof Kernels> = Kernels[Operation] extends (call: infer Argument) => void ? Argument : never

const LANES: readonly Lanes[] = [1, 4]
const BACKWARD = ['attention_backward_query', 'attention_backward_key'] as const
const headLanes = (shape: AttentionShape): Lanes => (shape.headWidth % 4 === 0 ? 4 : 1)
const turnLanes = (shape: AttentionShape): Lanes => (shape.headWidth % 8 === 0 ? 4 : 1)

const blocked = (shape: AttentionShape, queries: 1 | 4): ShaderOptions => ({
  lanes: headLanes(shape),
  queries,
  constants: { HEAD_GROUPS: Math.ceil(shape.headWidth / 4) },
})

/** Everything that this file dispatches for heads of these shapes. */
export function attentionVariants(shapes: readonly AttentionShape[], shortOnly = false): readonly ShaderVariant[] {
  const queries: readonly (1 | 4)[] = shortOnly ? [1] : [1, 4]
  return [
    ...(['rope', 'rope_backward'] as const).flatMap((name) => LANES.map((lanes) => shaderVariant(name, { lanes }))),
    ...LANES.map((lanes) => shaderVariant('attention_delta', { lanes })),
    ...shapes.flatMap((shape) => [
      ...queries.map((count) => shaderVariant('attention', blocked(shape, count))),
      ...BACKWARD.map((name) => shaderVariant(name, blocked(shape, shortOnly ? 1 : 4))),
    ]),
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
const keysOf = (tables: RowTables): number => Math.max(32, tables.rows / Math.max(1, tables.segmentCount) / 2)

/** Four rows share their keys when the average segment has as many; in decoding every row is a segment. */
export function queriesOf(tables: RowTables): 1 | 4 {
  return tables.rows >= 4 * tables.segmentCount ? 4 : 1
}

export function attention(
  context: DispatchContext,
  { tables, shape, qkv, keys, values, out, logSumExp }: Call<'attention'>,
  queries = context.shortOnly ? 1 : queriesOf(tables),
): void {
  const { heads, kvHeads, headWidth } = shape
  const params = { rows: tables.rows, heads, kvHeads, headWidth, scale: 1 / Math.sqrt(headWidth) }
  const tensors = [tables.segmentOf, tables.segments, tables.ranges, qkv, keys, values, out, logSumExp]
  const items = Math.ceil(tables.rows / queries) * heads
  const cost = 4 * tables.rows * heads * headWidth * keysOf(tables)
  dispatchSlices(context, variantName('attention', blocked(shape, queries)), tensors, params, items, cost)
}

/** Two passes, four rows an invocation where sequences are long, no atomics: the first sums over keys for every query, the second over queries for every key. */
export function attentionBackward(context: DispatchContext, call: Call<'attentionBackward'>): void {
  const { tables, shape, qkv, out, logSumExp, gradOut, delta, gradQkv } = call
  const { heads, kvHeads, headWidth } = shape
  const { rows, segmentOf, segments, ranges } = tables
  const lanes = headLanes(shape)
  dispatchItems(
    context,
    variantName('attention_delta', { lanes }),
    [out, gradOut, delta],
    { heads: rows * heads, items: headWidth / lanes },
    rows * heads,
    2 * rows * heads * headWidth,
  )
  const params = { rows, heads, kvHeads, headWidth, scale: 1 / Math.sqrt(headWidth) }
  const tensors = [segmentOf, segments, ranges, qkv, logSumExp, gradOut, delta, gradQkv]
  const queries = context.shortOnly ? 1 : 4
  const blocks = Math.ceil(rows / queries)
  const cost = rows * heads * headWidth * keysOf(tables)
  const options = blocked(shape, queries)
  dispatchSlices(context, variantName('attention_backward_query', options), tensors, params, blocks * heads, 6 * cost)
  dispatchSlices(context, variantName('attention_backward_key', options), tensors, params, blocks * kvHeads, 8 * cost)
}
