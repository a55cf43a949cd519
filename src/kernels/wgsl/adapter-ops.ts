// Dispatches the low-rank halves of projections and the gradients of their factors. Rows come in tiles of one adapter
// slot; gradients are summed by chunks counted from the slot's own first row.

import type { ShaderVariant } from '../../gpu/pipelines.ts'
import type { AdapterFactors, Kernels, ProjectionGroup, RowTables, Tensor } from '../kernels.ts'
import type { DispatchContext } from './dispatch.ts'
import { outWidth, partEnds } from './matrix-ops.ts'
import { shaderVariant } from './shader-source.ts'

type Call<Operation extends keyof Kernels> = Kernels[Operation] extends (call: infer Argument) => void ? Argument : never

const named = (variant: ShaderVariant, suffix: string): ShaderVariant => ({ ...variant, name: `${variant.name} ${suffix}` })

export function adapterVariants(): readonly ShaderVariant[] {
  return [
    shaderVariant('adapter_down'),
    shaderVariant('adapter_down_backward'),
    ...(['adapter_gradient', 'adapter_gradient_sum'] as const).flatMap((name) => [
      named(shaderVariant(name, {}, { ROLE_B: 0 }), 'of A'),
      named(shaderVariant(name, {}, { ROLE_B: 1 }), 'of B'),
    ]),
  ]
}

function lowRank(group: ProjectionGroup, factors: AdapterFactors): Readonly<Record<string, number>> {
  const [end0, end1] = partEnds(group)
  return { entry: group.entry, entries: factors.entries, hidden4: (group.widths.length * factors.maxRank) / 4, rank4: factors.maxRank / 4, end0, end1 }
}

export function adapterDown(context: DispatchContext, { tables, factors, group, x, hidden }: Call<'adapterDown'>): void {
  const shape = lowRank(group, factors)
  const columns = (group.widths.length * factors.maxRank) / 4
  run(
    context,
    'adapter_down',
    [x, factors.arena, factors.table, tables.tiles, hidden],
    { ...shape, tileCount: tables.tileCount, k4: group.inWidth / 4 },
    [Math.ceil(columns / 4), Math.ceil(tables.tileCount / 16), 1],
    8 * tables.rows * group.inWidth * columns,
  )
}

export function adapterDownBackward(context: DispatchContext, { tables, factors, group, gradOut, gradHidden }: Call<'adapterDownBackward'>): void {
  const shape = lowRank(group, factors)
  const columns = (group.widths.length * factors.maxRank) / 4
  const n = outWidth(group)
  run(
    context,
    'adapter_down_backward',
    [gradOut, factors.arena, factors.table, tables.tiles, gradHidden],
    { ...shape, tileCount: tables.tileCount, n4: n / 4 },
    [Math.ceil(columns / 4), Math.ceil(tables.tileCount / 16), 1],
    2 * tables.rows * n * factors.maxRank,
  )
}

/** Elements of scratch that adapterGradient needs for these tables. */
export function adapterGradientScratch(tables: { readonly chunkCount: number }, group: ProjectionGroup, maxRank: number): number {
  return tables.chunkCount * maxRank * Math.max(group.widths.length * group.inWidth, outWidth(group))
}

export function adapterGradient(context: DispatchContext, call: Call<'adapterGradient'>): void {
  const { tables, factors, group, x, hidden, gradOut, gradHidden, gradArena, scratch } = call
  if (tables.slotCount === 0) return
  oneFactor(context, 'of A', tables, factors, group, x, gradHidden, group.inWidth, group.widths.length * factors.maxRank, gradArena, scratch)
  oneFactor(context, 'of B', tables, factors, group, gradOut, hidden, outWidth(group), factors.maxRank, gradArena, scratch)
}

function oneFactor(
  context: DispatchContext,
  role: 'of A' | 'of B',
  tables: RowTables,
  factors: AdapterFactors,
  group: ProjectionGroup,
  wide: Tensor,
  narrow: Tensor,
  width: number,
  ranks: number,
  gradArena: Tensor,
  scratch: Tensor,
): void {
  const shape = { ...lowRank(group, factors), wide4: width / 4, chunkCount: tables.chunkCount, slotCount: tables.slotCount }
  run(
    context,
    `adapter_gradient ${role}`,
    [wide, narrow, tables.chunks, scratch],
    shape,
    [Math.ceil(width / 32), Math.ceil(ranks / 32), tables.chunkCount],
    2 * tables.rows * width * ranks,
  )
  run(
    context,
    `adapter_gradient_sum ${role}`,
    [scratch, tables.slotChunks, factors.table, gradArena],
    shape,
    [Math.ceil((width * ranks) / 256), tables.slotCount, 1],
    tables.chunkCount * width * ranks,
  )
}

function run(
  context: DispatchContext,
  name: string,
  tensors: readonly Tensor[],
  params: Readonly<Record<string, number>>,
  groups: readonly [number, number, number],
  cost: number,
): void {
  const buffers = tensors.map((tensor) => context.buffer(tensor))
  context.queue.dispatch(context.kernel(name), buffers, params, groups, cost)
}
