// Dispatches matrix products: projections with their low-rank terms, and plain products in the four layouts. Which
// variant runs is decided by the shape alone, and variants agree bit for bit; whether lanes share loads is decided once
// for the device (admission.ts).

import type { ShaderVariant } from '../../gpu/pipelines.ts'
import { GRADIENT_CHUNK_ROWS, type Kernels, type ProjectionGroup, type Tensor, TILE_ROWS } from '../kernels.ts'
import { type DispatchContext, gridOf } from './dispatch.ts'
import { type ShaderOptions, shaderVariant, variantName } from './shader-source.ts'

type Call<Operation extends keyof Kernels> = Kernels[Operation] extends (call: infer Argument) => void ? Argument : never

export type Share = 'none' | 'quad'

/** What was admitted on this device; all of it gives the same bits. */
export interface MatrixVariants {
  readonly share: Share
  /** Tiles in workgroup memory serve where they are filled. */
  readonly tiled: boolean
}

/** For people, and for the record of a run. */
export const describe = ({ share, tiled }: MatrixVariants): string =>
  ['blocks of 8 by 4', ...(share === 'quad' ? ['loads shared by quads'] : []), ...(tiled ? ['tiles of 64 by 64 where filled'] : [])].join(', ')

export interface MatrixContext extends DispatchContext, MatrixVariants {
  /** Bound where a shader has a tensor that this call does not use. */
  readonly unused: Tensor
  /** At least this many elements for the partial sums of one call; kept and grown by the owner. */
  scratch(length: number): Tensor
}

/** Invocations of a workgroup of matmul_plain, in each direction, as in the shader. */
const PLAIN = 8

/** Neighbouring invocations that own the same rows. */
const QUAD = 4

/** Rows that one invocation owns: a whole tile, or one where the pass has a single row and seven would be idle work. */
type BlockRows = 1 | typeof TILE_ROWS
const blockRowsOf = (rows: number): BlockRows => (rows === 1 ? 1 : TILE_ROWS)

/** Rows and columns of a workgroup of the tiled variants, as in the shaders. */
const TILED_SIDE = 64
export const tiledGrid = (rows: number, columns4: number): readonly [number, number, number] => [
  Math.ceil((4 * columns4) / TILED_SIDE),
  Math.ceil(rows / TILED_SIDE),
  1,
]

/** A single row has nothing to share between the lanes of a quad but one load, which costs more to pass on than to repeat. */
export const blockOptions = (share: Share, rows: BlockRows): ShaderOptions => ({ share: rows === 1 ? 'none' : share, constants: { ROWS: rows } })

export function matrixVariants({ share, tiled }: MatrixVariants): readonly ShaderVariant[] {
  const blocks = (['matmul_nt', 'matmul_nn'] as const).flatMap((name) =>
    ([1, TILE_ROWS] as const).map((rows) => shaderVariant(name, blockOptions(share, rows))),
  )
  const tiles = tiled ? [shaderVariant('matmul_nt_tiled'), shaderVariant('matmul_nn_tiled')] : []
  return [shaderVariant('matmul_plain'), ...blocks, ...tiles, shaderVariant('matmul_tn', { share }), shaderVariant('sum_chunks', { lanes: 4 })]
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
  dispatchBlocks(context, 'matmul_nt', tensors, params, n / 4, tables.tileCount, adapters === undefined || tables.oneSlot === true)
}

export function projectBackward(context: MatrixContext, { tables, group, gradOut, weight, gradX, accumulate, adapters }: Call<'projectBackward'>): void {
  const n = outWidth(group)
  const k = group.inWidth
  const parts = group.widths.length
  const { unused } = context
  const params = {
    rows: tables.rows,
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
  dispatchBlocks(context, 'matmul_nn', tensors, params, k / 4, tables.tileCount, adapters === undefined || tables.oneSlot === true)
}

export function matmul(context: MatrixContext, call: Call<'matmul'>): void {
  const { layout, a, b, out, m, n, k } = call
  const accumulate = call.accumulate === true ? 1 : 0
  if (m === 0 || n === 0) return
  const fours = n % 4 === 0 && k > 0
  const bOffset = call.bOffset ?? 0
  const none = { weight4: bOffset / 4, grouped: 0, adapters: 0, entry: 0, entries: 0, hidden4: 0, rank4: 0 }
  const { unused } = context
  const tiles = Math.ceil(m / TILE_ROWS)
  if (layout === 'nt' && fours && k % 4 === 0) {
    const params = { ...none, rows: m, n4: n / 4, k4: k / 4, accumulate, end0: n, end1: n }
    dispatchBlocks(context, 'matmul_nt', [a, b, unused, unused, unused, unused, out], params, n / 4, tiles, true)
  } else if (layout === 'nn' && fours && k % 4 === 0) {
    // In this shader's own words the sum runs over N and the columns are K.
    const params = { ...none, rows: m, n4: k / 4, k4: n / 4, accumulate, parts: 0 }
    dispatchBlocks(context, 'matmul_nn', [a, b, unused, unused, unused, unused, out], params, n / 4, tiles, true)
  } else if (layout === 'tn' && fours && m % 4 === 0) {
    transposedFirst(context, call, accumulate)
  } else {
    plain(context, call, accumulate)
  }
}

function transposedFirst(context: MatrixContext, { a, b, bOffset = 0, out, m, n, k }: Call<'matmul'>, accumulate: number): void {
  const chunks = Math.ceil(k / GRADIENT_CHUNK_ROWS)
  const params = { m4: m / 4, n4: n / 4, k, chunks, chunkRows: GRADIENT_CHUNK_ROWS, accumulate: chunks === 1 ? accumulate : 0, b4: bOffset / 4 }
  const target = chunks === 1 ? out : context.scratch(chunks * m * n)
  const buffers = [a, b, target].map((tensor) => context.buffer(tensor))
  const grid = gridOf(QUAD * Math.ceil(n / 16) * Math.ceil(m / TILE_ROWS) * chunks)
  context.queue.dispatch(context.kernel(variantName('matmul_tn', { share: context.share })), buffers, params, grid, 2 * m * n * k)
  if (chunks === 1) return
  if (accumulate === 0) context.queue.clear(context.buffer(out), 0, m * n * 4)
  const items = (m * n) / 4
  context.queue.dispatch(
    context.kernel('sum_chunks (lanes 4)'),
    [context.buffer(target), context.buffer(out)],
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
  context.queue.dispatch(context.kernel('matmul_plain'), buffers, params, [Math.ceil(n / PLAIN), Math.ceil(m / PLAIN), 1], 2 * m * n * k)
}

/**
 * `columns4` groups of four columns by `tiles` of at most eight rows, an invocation a block, whole quads of invocations; or
 * tiles of 64 by 64, where they were admitted and are filled. `alike`: no two rows differ in what is added to x W.
 */
function dispatchBlocks(
  context: MatrixContext,
  name: 'matmul_nt' | 'matmul_nn',
  tensors: readonly Tensor[],
  params: Readonly<Record<string, number>> & { readonly rows: number; readonly n4: number; readonly k4: number },
  columns4: number,
  tiles: number,
  alike: boolean,
): void {
  const buffers = tensors.map((tensor) => context.buffer(tensor))
  const cost = 32 * params.rows * params.n4 * params.k4
  if (context.tiled && alike && params.rows >= TILED_SIDE && 4 * columns4 >= TILED_SIDE) {
    context.queue.dispatch(context.kernel(`${name}_tiled`), buffers, { ...params, blocks: tiles }, tiledGrid(params.rows, columns4), cost)
    return
  }
  const rows = blockRowsOf(params.rows)
  const blocks = rows === 1 ? params.rows : tiles
  const kernel = context.kernel(variantName(name, blockOptions(context.share, rows)))
  context.queue.dispatch(kernel, buffers, { ...params, blocks }, gridOf(QUAD * Math.ceil(columns4 / QUAD) * blocks), cost)
}
