// What the runs of the bench `staleness` say together: mean and spread over seeds, and the difference to the run without lag
// with its standard error, seed by seed. Numbers in, numbers out.

export interface StaleCell {
  readonly staleness: number
  /** Held-out at temperature 1, by seed. */
  readonly finals: readonly number[]
}

export interface StaleFigures {
  readonly staleness: number
  readonly mean: number
  readonly spread: number
  readonly least: number
  /** The mean over seeds of this final minus that of the same seed without lag, and its standard error. */
  readonly difference: number
  readonly differenceError: number
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** The spread of a sample (divided by n - 1); 0 for one value. */
function spreadOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(values.length - 1, 1))
}

/** The first cell is the one without lag. */
export function staleFigures(cells: readonly StaleCell[]): readonly StaleFigures[] {
  const [fresh] = cells
  return cells.map(({ staleness, finals }) => {
    const differences = finals.map((final, seed) => final - (fresh?.finals[seed] ?? final))
    return {
      staleness,
      mean: meanOf(finals),
      spread: spreadOf(finals),
      least: Math.min(...finals),
      difference: meanOf(differences),
      differenceError: spreadOf(differences) / Math.sqrt(differences.length),
    }
  })
}
