// From the times of steps, taken in turn on one thread and on two, to the figures of the bench `cores`. Pure.

import { median } from '../../../src/base/median.ts'
import type { Figures } from '../../claims/claim.ts'
import { rounded } from '../../claims/rounded.ts'

export interface StepTime {
  /** Milliseconds of the same step on one thread and on two, one right after the other. */
  readonly one: number
  readonly two: number
  /** Operations of its matrix products. */
  readonly flop: number
}

/** Medians over steps; `ratio` is that of pairs, which a busy moment slows together; `ratioOfBest` that of the quickest of each. */
export function coresFigures(times: readonly StepTime[]): Figures {
  const best = (pick: (time: StepTime) => number): number => Math.min(...times.map((time) => pick(time) / time.flop))
  return {
    oneCore: rounded(median(times.map(({ one }) => one))),
    twoCores: rounded(median(times.map(({ two }) => two))),
    ratio: rounded(median(times.map(({ one, two }) => one / two))),
    ratioOfBest: rounded(best(({ one }) => one) / best(({ two }) => two)),
    gflopsOneCore: rounded(median(times.map(({ one, flop }) => flop / one / 1e6))),
    gflopsTwoCores: rounded(median(times.map(({ two, flop }) => flop / two / 1e6))),
    steps: times.length,
  }
}
