// Reads the tables of a pass and of its adapters: which rows belong to which slot, and where a slot's factors lie. Tiles of one
// slot that follow one another are one run of rows. Knows no products.

import type { AdapterFactors, ProjectionGroup, RowTables } from '../kernels.ts'
import type { WasmContext } from './context.ts'

export const outWidth = (group: ProjectionGroup): number => group.widths.reduce((sum, width) => sum + width, 0)

export interface SlotRun {
  readonly row: number
  readonly rows: number
  readonly slot: number
}

/** Rows of one slot that follow one another, as long as can be; the base's rows are left out. */
export function slotRuns(context: WasmContext, tables: RowTables): readonly SlotRun[] {
  const runs: { row: number; rows: number; slot: number }[] = []
  for (let tile = 0; tile < tables.tileCount; tile++) {
    const row = context.word(tables.tiles, 4 * tile)
    const rows = context.word(tables.tiles, 4 * tile + 1)
    const slot = context.word(tables.tiles, 4 * tile + 2)
    const last = runs.at(-1)
    if (last !== undefined && last.slot === slot && last.row + last.rows === row) last.rows += rows
    else runs.push({ row, rows, slot })
  }
  return runs.filter(({ slot }) => slot !== 0)
}

export interface Factor {
  readonly rank: number
  /** Elements of the arena: A [rank, K], B [width, rank]. */
  readonly a: number
  readonly b: number
  readonly scale: number
}

export function factorAt(context: WasmContext, factors: AdapterFactors, slot: number, entry: number): Factor {
  const from = (slot * factors.entries + entry) * 4
  return {
    rank: context.word(factors.table, from),
    a: context.word(factors.table, from + 1),
    b: context.word(factors.table, from + 2),
    scale: context.float(factors.table, from + 3),
  }
}
