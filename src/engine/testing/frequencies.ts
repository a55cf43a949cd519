// What sampling should give and how far counts are from it: the distribution that temperature, top-k and top-p leave of a row
// of logits, and Pearson's statistic. Pure.

import { at } from '../../base/assert.ts'

export interface Rules {
  readonly temperature?: number
  readonly topK?: number
  readonly topP?: number
}

/** Probabilities by column; 0 for what the rules leave out. */
export function expectedOdds(logits: readonly number[], { temperature = 1, topK = logits.length, topP = 1 }: Rules): readonly number[] {
  const highest = Math.max(...logits)
  const odds = logits.map((value) => Math.exp((value - highest) / temperature))
  const total = odds.reduce((sum, value) => sum + value, 0)
  const order = odds.map((_, column) => column).sort((a, b) => at(odds, b) - at(odds, a))
  let mass = 0
  const kept = new Set<number>()
  order.forEach((column, rank) => {
    if (rank < topK && mass < topP * total) kept.add(column)
    mass += at(odds, column)
  })
  const left = odds.map((value, column) => (kept.has(column) ? value : 0))
  const leftTotal = left.reduce((sum, value) => sum + value, 0)
  return left.map((value) => value / leftTotal)
}

/** Over the columns that are expected at least five times; the others that may occur are one cell. */
export function chiSquare(counts: readonly number[], odds: readonly number[]): { readonly statistic: number; readonly freedom: number } {
  const draws = counts.reduce((sum, count) => sum + count, 0)
  const cells = odds.map((share, column) => ({ want: share * draws, got: at(counts, column) }))
  const rare = cells.filter(({ want }) => want < 5).reduce((sum, { want, got }) => ({ want: sum.want + want, got: sum.got + got }), { want: 0, got: 0 })
  const used = [...cells.filter(({ want }) => want >= 5), ...(rare.want > 0 ? [rare] : [])]
  return { statistic: used.reduce((sum, { want, got }) => sum + (got - want) ** 2 / want, 0), freedom: used.length - 1 }
}
