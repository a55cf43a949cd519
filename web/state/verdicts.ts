// What a run's log allows to be said about it: the gain over the base with its confidence interval, and the checks
// that held or broke. Pure; the sentences are in web/text.

import type { StepMetrics } from '../../src/record/events.ts'
import { armOf, type RunView } from './run-view.ts'

export interface Gain {
  readonly base: number
  readonly now: number
  readonly step: number
  readonly difference: number
  /** Half-width of the 95 % interval of the difference, the two evaluations taken as independent. */
  readonly halfWidth: number
}

const NORMAL_95 = 1.96

/** Null until there are two evaluations of the policy. */
export function gainOf(view: RunView): Gain | null {
  const { evaluations } = armOf(view, 'policy')
  const first = evaluations[0]
  const last = evaluations.at(-1)
  if (first === undefined || last === undefined || first === last) return null
  const halfWidth = NORMAL_95 * Math.hypot(first.sampledError, last.sampledError)
  return { base: first.sampled, now: last.sampled, step: last.step, difference: last.sampled - first.sampled, halfWidth }
}

export interface RunChecks {
  /** Greatest gap over every trained token so far, and how many tokens that is. */
  readonly logprobGap: number
  readonly trainedTokens: number
  readonly droppedGroups: number
  readonly groups: number
  readonly skippedUpdates: number
  readonly truncatedShare: number
  readonly clipShare: number
}

/** Over all steps of the policy; the shares are those of the last step. Null before the first step. */
export function checksOf(view: RunView): RunChecks | null {
  const { steps } = armOf(view, 'policy')
  const last = steps.at(-1)
  if (last === undefined) return null
  const sum = (of: (metrics: StepMetrics) => number): number => steps.reduce((total, point) => total + of(point.metrics), 0)
  return {
    logprobGap: steps.reduce((most, point) => Math.max(most, point.metrics.logprobGap), 0),
    trainedTokens: sum((metrics) => metrics.trainedTokens),
    droppedGroups: sum((metrics) => metrics.droppedGroups),
    groups: sum((metrics) => metrics.groups),
    skippedUpdates: sum((metrics) => metrics.skippedUpdates),
    truncatedShare: last.metrics.truncatedShare,
    clipShare: last.metrics.clipShare,
  }
}
