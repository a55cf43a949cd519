// Several runs of one spec and many seeds as one line: the mean, and a band from the least to the greatest. Where a seed has
// no value the line has none, so that a mean is always over the same seeds. Pure.

export interface Band {
  readonly low: readonly (number | null)[]
  readonly high: readonly (number | null)[]
}

export interface BandLine {
  readonly values: readonly (number | null)[]
  readonly band: Band
}

/** One row a seed, all of one length. */
export function bandOver(rows: readonly (readonly (number | null)[])[]): BandLine {
  const columns = (rows[0] ?? []).map((_, index) => {
    const values = rows.flatMap((row) => row[index] ?? [])
    return values.length < rows.length
      ? null
      : { mean: values.reduce((sum, value) => sum + value, 0) / values.length, low: Math.min(...values), high: Math.max(...values) }
  })
  return {
    values: columns.map((column) => column?.mean ?? null),
    band: { low: columns.map((column) => column?.low ?? null), high: columns.map((column) => column?.high ?? null) },
  }
}

/** What a line over seeds is called: it names its band. */
export const seedsLabel = (label: string, seeds: number): string => `${label}, mean of ${seeds} seeds (least to greatest)`
