// Whether two engines learn the same within the noise of seeds: how far their means over seeds lie apart, beside how far seeds lie
// apart within one engine. Pure; knows curves of held-out return, and nothing of engines but their names.

import { at } from '../../../src/base/assert.ts'
import { tokenloomError } from '../../../src/base/errors.ts'

/** What one run measured of its policy on held-out problems, in the order of steps; with standard errors. */
export interface Curve {
  readonly seed: number
  readonly sampled: readonly number[]
  readonly errors: readonly number[]
}

export interface Agreement {
  /** Mean over seeds of the first engine minus that of the second. */
  readonly difference: number
  /** Standard deviation of seeds within an engine, at least the error of the measurement itself. */
  readonly spread: number
  /** The greatest difference that seeds explain: the two-sided 95 % bound of Student's t. */
  readonly bound: number
  readonly agrees: boolean
}

/** Two-sided 95 % quantiles of Student's t for 2, 4, 6 … degrees of freedom: two engines with n seeds each have 2 n − 2. */
const QUANTILES = [4.303, 2.776, 2.447, 2.306, 2.228, 2.179, 2.145, 2.12, 2.101] as const
export const SEEDS = { least: 2, most: QUANTILES.length + 1 } as const

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const squares = (values: readonly number[]): number => values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0)

/** `error` is the standard error of one measurement: three seeds may lie together by chance, and nobody measures better than that. */
export function agreementOf(first: readonly number[], second: readonly number[], error: number): Agreement {
  const quantile = QUANTILES[first.length - SEEDS.least]
  if (quantile === undefined || second.length !== first.length) {
    throw tokenloomError('ARGUMENT_INVALID', `${first.length} seeds cannot be compared.`, `Give ${SEEDS.least} to ${SEEDS.most} seeds.`, '--seeds')
  }
  const spread = Math.max(error, Math.sqrt((squares(first) + squares(second)) / (2 * first.length - 2)))
  const bound = quantile * spread * Math.sqrt(2 / first.length)
  const difference = mean(first) - mean(second)
  return { difference, spread, bound, agrees: Math.abs(difference) <= bound }
}

/** Standard errors of independent measurements, of one of them and of their mean. */
const together = (errors: readonly number[]): { readonly one: number; readonly mean: number } => {
  const one = Math.sqrt(mean(errors.map((error) => error * error)))
  return { one, mean: one / Math.sqrt(errors.length) }
}

const last = (values: readonly number[]): number => at(values, values.length - 1)

/** At the end of the runs, and over their whole course: the mean of a curve says how soon it rose. */
export function curvesAgree(first: readonly Curve[], second: readonly Curve[]): { readonly end: Agreement; readonly course: Agreement } {
  const all = [...first, ...second]
  const endError = together(all.map(({ errors }) => last(errors))).one
  const courseError = Math.max(...all.map(({ errors }) => together(errors).mean))
  const of = (curves: readonly Curve[], figure: (values: readonly number[]) => number): number[] => curves.map(({ sampled }) => figure(sampled))
  return { end: agreementOf(of(first, last), of(second, last), endError), course: agreementOf(of(first, mean), of(second, mean), courseError) }
}

/** The end lies above the beginning by more than three standard errors: two engines that learn nothing agree too. */
export function hasLearned({ sampled, errors }: Curve): boolean {
  return last(sampled) - at(sampled, 0) > 3 * Math.hypot(at(errors, 0), last(errors))
}
