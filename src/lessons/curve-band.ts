// Whether a curve stands out among others that differ by their seed alone.

/** Values of one run, step by step, by name: of each agent for instance. */
export type Curves = Readonly<Record<string, readonly number[]>>

/** The share of points of `curves` between the least and the greatest of the others at the same step, with `margin` on either side. */
export function shareWithin(curves: Curves, others: readonly Curves[], margin: number): number {
  const points = Object.entries(curves).flatMap(([name, values]) =>
    values.map((value, step) => {
      const band = others.map((other) => other[name]?.[step] ?? 0)
      return value >= Math.min(...band) - margin && value <= Math.max(...band) + margin
    }),
  )
  return points.filter(Boolean).length / Math.max(points.length, 1)
}

/** The greatest standard error of a mean of `count` results between 0 and 1. */
export const marginOf = (count: number): number => 0.5 / Math.sqrt(count)
