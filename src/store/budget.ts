// Which token detail a run keeps when its budget is spent. The first step stays, because before-and-after is the
// question people ask; the newest stay, because they are being looked at; from the rest, what is dropped is
// spread evenly, so that any stretch of the run still has a sample. Pure.

import type { TokenRow } from './schema.ts'

/** Bytes of token detail that a run keeps by default. */
export const TOKEN_BUDGET = 64 * 1024 * 1024

const NEWEST_KEPT = 8

/** The rows to let go so that `rows` fit into `budget`. `rows` may come in any order. */
export function rowsToDrop(rows: readonly TokenRow[], budget: number): TokenRow[] {
  let bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
  if (bytes <= budget) return []
  const byStep = [...rows].sort((a, b) => a.step - b.step)
  const dropped: TokenRow[] = []
  const middle = byStep.slice(1, -NEWEST_KEPT)
  const take = (row: TokenRow): void => {
    dropped.push(row)
    bytes -= row.bytes
  }
  // The row whose neighbours are closest together is missed least.
  while (bytes > budget && middle.length > 0) {
    let best = 0
    let closest = Number.POSITIVE_INFINITY
    for (let index = 0; index < middle.length; index++) {
      const row = middle[index]
      if (row === undefined) continue
      const before = middle[index - 1]?.step ?? byStep[0]?.step ?? row.step
      const after = middle[index + 1]?.step ?? row.step + NEWEST_KEPT
      if (after - before < closest) {
        closest = after - before
        best = index
      }
    }
    for (const row of middle.splice(best, 1)) take(row)
  }
  // Still too much: the newest alone exceed the budget. Then the oldest of all go first.
  const left = byStep.filter((row) => !dropped.includes(row))
  while (bytes > budget && left.length > 1) {
    const row = left.shift()
    if (row !== undefined) take(row)
  }
  return dropped
}
