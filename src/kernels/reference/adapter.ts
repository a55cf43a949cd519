// Projections with low-rank factors by row, in float64: y = x Wᵀ + hidden Bᵀ with hidden = scale · x Aᵀ, the factors being
// those of the row's adapter slot, and the gradients of all of it. One arena holds the factors of every slot; the table
// says where. Slot 0 is the base: no factors. A group is P projections that share their input; see kernels.ts.

import { at } from '../../base/assert.ts'
import type { ProjectionGroup } from '../kernels.ts'

export interface FactorData {
  readonly arena: Float64Array
  /** u32 [slots, entries, 4]: rank, offset of A [rank, K], offset of B [width, rank], scale as f32 bits. */
  readonly table: Uint32Array
  readonly entries: number
  /** R: hidden has P·R columns, those of projection p from p·R on. */
  readonly maxRank: number
}

interface Factor {
  readonly rank: number
  readonly a: number
  readonly b: number
  readonly scale: number
}

const floatOfBits = (bits: number): number => new Float32Array(Uint32Array.of(bits).buffer)[0] ?? 0

function factorOf(factors: FactorData, slot: number, entry: number): Factor {
  const from = (slot * factors.entries + entry) * 4
  return { rank: at(factors.table, from), a: at(factors.table, from + 1), b: at(factors.table, from + 2), scale: floatOfBits(at(factors.table, from + 3)) }
}

export const outWidth = (group: ProjectionGroup): number => group.widths.reduce((sum, width) => sum + width, 0)

/** Calls visit for every row, projection of the group and rank of the row's factors. `firstColumn` is the projection's in the output. */
function eachRank(
  slotOf: Uint32Array,
  factors: FactorData,
  group: ProjectionGroup,
  visit: (row: number, projection: number, rank: number, factor: Factor, firstColumn: number, width: number) => void,
): void {
  slotOf.forEach((slot, row) => {
    let firstColumn = 0
    group.widths.forEach((width, projection) => {
      const factor = factorOf(factors, slot, group.entry + projection)
      for (let rank = 0; rank < factor.rank; rank++) visit(row, projection, rank, factor, firstColumn, width)
      firstColumn += width
    })
  })
}

/** hidden [T, P·R] = scale · x Aᵀ; columns past the slot's rank are zero here. x [T, K]. */
export function adapterDown(slotOf: Uint32Array, factors: FactorData, group: ProjectionGroup, x: Float64Array): Float64Array {
  const k = group.inWidth
  const columns = group.widths.length * factors.maxRank
  const hidden = new Float64Array(slotOf.length * columns)
  eachRank(slotOf, factors, group, (row, projection, rank, factor) => {
    let sum = 0
    for (let i = 0; i < k; i++) sum += at(x, row * k + i) * at(factors.arena, factor.a + rank * k + i)
    hidden[row * columns + projection * factors.maxRank + rank] = factor.scale * sum
  })
  return hidden
}

/** The low-rank part of a projection, hidden Bᵀ [T, N]. */
export function adapterUp(slotOf: Uint32Array, factors: FactorData, group: ProjectionGroup, hidden: Float64Array): Float64Array {
  const n = outWidth(group)
  const columns = group.widths.length * factors.maxRank
  const out = new Float64Array(slotOf.length * n)
  eachRank(slotOf, factors, group, (row, projection, rank, factor, firstColumn, width) => {
    const value = at(hidden, row * columns + projection * factors.maxRank + rank)
    for (let j = 0; j < width; j++) {
      const to = row * n + firstColumn + j
      out[to] = at(out, to) + value * at(factors.arena, factor.b + j * factor.rank + rank)
    }
  })
  return out
}

/** gradHidden [T, P·R] = scale · gradOut B: the gradient at x Aᵀ. gradOut [T, N]. */
export function adapterDownBackward(slotOf: Uint32Array, factors: FactorData, group: ProjectionGroup, gradOut: Float64Array): Float64Array {
  const n = outWidth(group)
  const columns = group.widths.length * factors.maxRank
  const gradHidden = new Float64Array(slotOf.length * columns)
  eachRank(slotOf, factors, group, (row, projection, rank, factor, firstColumn, width) => {
    let sum = 0
    for (let j = 0; j < width; j++) sum += at(gradOut, row * n + firstColumn + j) * at(factors.arena, factor.b + j * factor.rank + rank)
    gradHidden[row * columns + projection * factors.maxRank + rank] = factor.scale * sum
  })
  return gradHidden
}

/** The low-rank part of the gradient at the input, gradHidden A [T, K]. */
export function adapterInputGradient(slotOf: Uint32Array, factors: FactorData, group: ProjectionGroup, gradHidden: Float64Array): Float64Array {
  const k = group.inWidth
  const columns = group.widths.length * factors.maxRank
  const gradX = new Float64Array(slotOf.length * k)
  eachRank(slotOf, factors, group, (row, projection, rank, factor) => {
    const value = at(gradHidden, row * columns + projection * factors.maxRank + rank)
    for (let i = 0; i < k; i++) gradX[row * k + i] = at(gradX, row * k + i) + value * at(factors.arena, factor.a + rank * k + i)
  })
  return gradX
}

/** Adds to gradArena: gradA += gradHiddenᵀ x, gradB += gradOutᵀ hidden, at the factors' own offsets. */
export function adapterGradient(
  slotOf: Uint32Array,
  factors: FactorData,
  group: ProjectionGroup,
  rows: { readonly x: Float64Array; readonly hidden: Float64Array; readonly gradOut: Float64Array; readonly gradHidden: Float64Array },
  gradArena: Float64Array,
): void {
  const k = group.inWidth
  const n = outWidth(group)
  const columns = group.widths.length * factors.maxRank
  const addTo = (index: number, value: number): void => {
    gradArena[index] = at(gradArena, index) + value
  }
  eachRank(slotOf, factors, group, (row, projection, rank, factor, firstColumn, width) => {
    const column = row * columns + projection * factors.maxRank + rank
    for (let i = 0; i < k; i++) addTo(factor.a + rank * k + i, at(rows.gradHidden, column) * at(rows.x, row * k + i))
    for (let j = 0; j < width; j++) addTo(factor.b + j * factor.rank + rank, at(rows.hidden, column) * at(rows.gradOut, row * n + firstColumn + j))
  })
}
