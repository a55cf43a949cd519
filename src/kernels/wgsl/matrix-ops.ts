// Dispatches matrix products: projections with their low-rank terms, and plain products in the four layouts. Which
// variant runs is decided by the shape alone, and variants agree bit for bit; whether lanes share loads is decided once
// for the device (admission in wgsl-kernels.ts).

import type { ShaderVariant } from '../../gpu/pipelines.ts'
import { GRADIENT_CHUNK_ROWS, type Kernels, type ProjectionGroup, type Tensor, TILE_ROWS } from '../kernels.ts'
import type { DispatchContext } from './dispatch.ts'
import { shaderVariant, variantName } from './shader-source.ts'

type Call<Operation extends keyof Kernels> = Kernels[Operation] extends (call: infer Argument) => void ? Argument : never

export type Share = 'none' | 'quad'

export interface MatrixContext extends DispatchContext {
  readonly share: Share
  /** Bound where a shader has a tensor that this call does not use. */
  readonly unused: Tensor
  /** At least this many elements for the partial sums of one call; kept and grown by the owner. */
  scratch(length: number): Tensor
}

const BLOCKS = ['matmul_nt', 'matmul_nn', 'matmul_tn'] as const
/** Columns and row blocks of a workgroup, as in the shaders. */
const WX = 8
const WY = 8

export function matrixVariants(share: Share): readonly ShaderVariant[] {
  return [shaderVariant('matmul_plain'), ...BLOCKS.map((name) => shaderVariant(name, { share })), shaderVariant('sum_chunks', { lanes: 4 })]
}

/** First columns of the second and third projection; past the end where there is none. */
export function partEnds(group: ProjectionGroup): readonly [number, number] {
  const [first = 0, second = 0, third] = group.widths
  const total = first + second + (third ?? 0)
  return [group.widths.length > 1 ? first : total, group.widths.length > 2 ? first + second : total]
}

export const outWidth = (group: ProjectionGroup): number => group.widths.reduce((sum, width) => sum + width, 0)

export function project(context: MatrixContext, { tables, group, x, weight, out, accumulate, adapters }: Call<'project'>): void {
  const n = outWidth(group)
  const k = group.inWidth
  const [end0, end1] = partEnds(group)
  const parts = group.widths.length
  const { unused } = context
  const params = {
    rows: tables.rows,
    tileCount: tables.tileCount,
    grouped: 1,
    n4: n / 4,
    k4: k / 4,
    accumulate: accumulate === true ? 1 : 0,
    weight4: 0,
    adapters: adapters === undefined ? 0 : 1,
    entry: group.entry,
    entries: adapters?.factors.entries ?? 0,
    hidden4: (parts * (adapters?.factors.maxRank ?? 0)) / 4,
    rank4: (adapters?.factors.maxRank ?? 0) / 4,
    end0,
    end1,
  }
  const tensors = [x, weight, adapters?.hidden ?? unused, adapters?.factors.arena ?? unused, adapters?.factors.table ?? unused, tables.tiles, out]
  dispatchBlocks(context, 'matmul_nt', tensors, params, n / 4, tables.tileCount, 1, 2 * tables.rows * n * k)
}

export function projectBackward(context: MatrixContext, { tables, group, gradOut, weight, gradX, accumulate, adapters }: Call<'projectBackward'>): void {
  const n = outWidth(group)
  const k = group.inWidth
  const parts = group.widths.length
  const { unused } = context
  const params = {
    rows: tables.rows,
    tileCount: tables.tileCount,
    grouped: 1,
    n4: n / 4,
    k4: k / 4,
    accumulate: accumulate === true ? 1 : 0,
    weight4: 0,
    adapters: adapters === undefined ? 0 : 1,
    entry: group.entry,
    entries: adapters?.factors.entries ?? 0,
    hidden4: (parts * (adapters?.factors.maxRank ?? 0)) / 4,
    rank4: (adapters?.factors.maxRank ?? 0) / 4,
    parts,
  }
  const tensors = [gradOut, weight, adapters?.gradHidden ?? unused, adapters?.factors.arena ?? unused, adapters?.factors.table ?? unused, tables.tiles, gradX]
  dispatchBlocks(context, 'matmul_nn', tensors, params, k / 4, tables.tileCount, 1, 2 * tables.rows * n * k)
}

export function matmul(context: MatrixContext, call: Call<'matmul'>): void {
  const { layout, a, b, out, m, n, k } = call
  const accumulate = call.accumulate === true ? 1 : 0
  if (m === 0 || n === 0) return
  const fours = n % 4 === 0 && k > 0
  const bOffset = call.bOffset ?? 0
  const none = { weight4: bOffset / 4, grouped: 0, adapters: 0, entry: 0, entries: 0, hidden4: 0, rank4: 0 }
  const { unused } = context
  const tileCount = Math.ceil(m / TILE_ROWS)
  const cost = 2 * m * n * k
  if (layout === 'nt' && fours && k % 4 === 0) {
    const params = { ...none, rows: m, tileCount, n4: n / 4, k4: k / 4, accumulate, end0: n, end1: n }
    dispatchBlocks(context, 'matmul_nt', [a, b, unused, unused, unused, unused, out], params, n / 4, tileCount, 1, cost)
  } else if (layout === 'nn' && fours && k % 4 === 0) {
    // In this shader's own words the sum runs over N and the columns are K.
    const params = { ...none, rows: m, tileCount, n4: k / 4, k4: n / 4, accumulate, parts: 0 }
    dispatchBlocks(context, 'matmul_nn', [a, b, unused, unused, unused, unused, out], params, n / 4, tileCount, 1, cost)
  } else if (layout === 'tn' && fours && m % 4 === 0) {
    transposedFirst(context, call, accumulate)
  } else {
    plain(context, call, accumulate)
  }
}

function transposedFirst(context: MatrixContext, { a, b, bOffset = 0, out, m, n, k }: Call<'matmul'>, accumulate: number): void {
  const chunks = Math.ceil(k / GRADIENT_CHUNK_ROWS)
  const params = { m4: m / 4, n4: n / 4, k, chunkRows: GRADIENT_CHUNK_ROWS, b4: bOffset / 4 }
  const blocks = Math.ceil(m / TILE_ROWS)
  if (chunks === 1) {
    dispatchBlocks(context, 'matmul_tn', [a, b, out], { ...params, accumulate }, n / 4, blocks, 1, 2 * m * n * k)
    return
  }
  const partial = context.scratch(chunks * m * n)
  dispatchBlocks(context, 'matmul_tn', [a, b, partial], { ...params, accumulate: 0 }, n / 4, blocks, chunks, 2 * m * n * k)
  if (accumulate === 0) context.queue.clear(context.buffer(out), 0, m * n * 4)
  const items = (m * n) / 4
  context.queue.dispatch(
    context.kernel('sum_chunks (lanes 4)'),
    [context.buffer(partial), context.buffer(out)],
    { chunks, items },
    [Math.ceil(items / 64), 1, 1],
    chunks * m * n,
  )
}

/** Any layout and size; tn walks its chunks one after the other, adding each finished chunk. */
function plain(context: MatrixContext, { layout, a, b, bOffset = 0, out, m, n, k }: Call<'matmul'>, accumulate: number): void {
  const aTurned = layout === 'tn' || layout === 'tt'
  const bTurned = layout === 'nt' || layout === 'tt'
  const params = { m, n, k, aRow: aTurned ? 1 : k, aSum: aTurned ? m : 1, bStart: bOffset, bSum: bTurned ? 1 : n, bColumn: bTurned ? k : 1, accumulate }
  const buffers = [a, b, out].map((tensor) => context.buffer(tensor))
  context.queue.dispatch(context.kernel('matmul_plain'), buffers, params, [Math.ceil(n / WX), Math.ceil(m / WY), 1], 2 * m * n * k)
}

function dispatchBlocks(
  context: MatrixContext,
  name: (typeof BLOCKS)[number],
  tensors: readonly Tensor[],
  params: Readonly<Record<string, number>>,
  columns: number,
  blocks: number,
  depth: number,
  cost: number,
): void {
  const buffers = tensors.map((tensor) => context.buffer(tensor))
  const kernel = context.kernel(variantName(name, { share: context.share }))
  context.queue.dispatch(kernel, buffers, params, [Math.ceil(columns / WX), Math.ceil(blocks / WY), depth], cost)
}
