// What sharing a pass can give at most, by a model of time that the bench's own figures fit: a pass costs something by itself, which a
// mixed pass pays once, and something for each of its rows, which nobody shares. So K policies of r rows can win
//   K (fixed + r · row) / (fixed + K · r · row),
// and no kernel changes that but one that makes rows cheaper. The floor of a row are its products at the speed of a large product.

import type { MixedRow } from './mixed-run.ts'

export interface MixedLimits {
  /** Of sampling one policy alone: milliseconds beside its rows, and for each sequence with its prompt and all its tokens. */
  readonly fixedMilliseconds: number
  readonly rowMilliseconds: number
  /** The part of a row that are products with the base, at the speed of a large product. */
  readonly productMilliseconds: number
  /** What a row would have to cost for the ratio that is asked for, all else as it is. */
  readonly rowMillisecondsForTarget: number
  /** The greatest ratio with rows as they are, and with rows that cost nothing but their products. */
  readonly ratioOfModel: number
  readonly ratioOfProducts: number
}

/** K policies of `rows` rows: one pass each against one for all. */
export function sharedRatio(policies: number, rows: number, fixed: number, row: number): number {
  return (policies * (fixed + rows * row)) / (fixed + policies * rows * row)
}

/** What a row may cost so that sharing gives `target`; 0 where no row is cheap enough. */
export function rowFor(target: number, policies: number, rows: number, fixed: number): number {
  return Math.max(0, ((policies - target) * fixed) / ((target - 1) * policies * rows))
}

/** Least squares through the best time of one policy alone at each number of rows. Undefined where fewer than two were measured. */
export function fitTime(table: readonly MixedRow[]): { readonly fixed: number; readonly row: number } | undefined {
  const points = table.filter(({ what }) => what === 'sample').map(({ policies, rows, bestSeparate }) => ({ rows, time: bestSeparate / policies }))
  if (new Set(points.map(({ rows }) => rows)).size < 2) return undefined
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const middle = mean(points.map(({ rows }) => rows))
  const height = mean(points.map(({ time }) => time))
  const row = mean(points.map(({ rows, time }) => (rows - middle) * (time - height))) / mean(points.map(({ rows }) => (rows - middle) ** 2))
  return { fixed: height - row * middle, row }
}

/** Undefined where the table has too little to tell, or was disturbed so much that a row would cost less than nothing. `target`: the ratio that is asked for. */
export function mixedLimits(
  table: readonly MixedRow[],
  productMilliseconds: number,
  { policies, rows, target }: { readonly policies: number; readonly rows: number; readonly target: number },
): MixedLimits | undefined {
  const fitted = fitTime(table)
  if (fitted === undefined || fitted.fixed <= 0 || fitted.row <= 0) return undefined
  const { fixed, row } = fitted
  return {
    fixedMilliseconds: fixed,
    rowMilliseconds: row,
    productMilliseconds,
    rowMillisecondsForTarget: rowFor(target, policies, rows, fixed),
    ratioOfModel: sharedRatio(policies, rows, fixed, row),
    ratioOfProducts: sharedRatio(policies, rows, fixed, productMilliseconds),
  }
}
