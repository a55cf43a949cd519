// Low-rank factors for cases: three slots of one group in one arena, laid out as kernels.ts says.

import type { AdapterFactors, ProjectionGroup } from '../kernels.ts'
import type { FactorData } from '../reference/adapter.ts'
import { type CaseMemory, caseNumbers, wide } from './case.ts'

/** Ranks of slots 0, 1, 2, padded to multiples of 4 as every arena pads them; a row of hidden has room for eight. */
const RANKS = [0, 4, 8] as const
export const MAX_RANK = 8

export interface CaseFactors {
  readonly arena: Float32Array<ArrayBuffer>
  readonly table: Uint32Array<ArrayBuffer>
  readonly entries: number
  readonly maxRank: number
}

/** Factors of every slot for one group, entry 0 on. The last projection of a group of three has none in slot 1. */
export function caseFactors(group: ProjectionGroup): CaseFactors {
  const entries = group.widths.length
  const table: number[] = []
  let length = 0
  RANKS.forEach((slotRank, slot) => {
    group.widths.forEach((width, projection) => {
      const rank = slot === 1 && projection === 2 ? 0 : slotRank
      const scale = new Uint32Array(Float32Array.of(0.5 + slot).buffer)[0] ?? 0
      // Offsets are multiples of 4, as the adapters' own arena keeps them.
      const b = length + Math.ceil((rank * group.inWidth) / 4) * 4
      table.push(rank, length, b, scale)
      length = b + Math.ceil((rank * width) / 4) * 4
    })
  })
  return { arena: caseNumbers(11, length, 0.3), table: Uint32Array.from(table), entries, maxRank: MAX_RANK }
}

export const factorData = (factors: CaseFactors): FactorData => ({ ...factors, arena: wide(factors.arena) })

export const uploadFactors = (memory: CaseMemory, factors: CaseFactors): AdapterFactors => ({
  arena: memory.f32(factors.arena),
  table: memory.u32(factors.table),
  entries: factors.entries,
  maxRank: factors.maxRank,
})
