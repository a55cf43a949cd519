// What a run's log allows to be said about it: the gain over the base with its confidence interval, and the checks
// that held or broke. Pure; the sentences are in web/text.

import { reloadsOf } from '../../src/record/environment-versions.ts'
import type { StepMetrics } from '../../src/record/events.ts'
import type { ControlName } from '../../src/record/spec.ts'
import { CONTROL_NAMES } from '../../src/record/spec-fields.ts'
import { armOf, type RunView } from './run-view.ts'

export interface Gain {
  readonly base: number
  readonly now: number
  readonly step: number
  readonly difference: number
  /** Half-width of the 95 % interval of the difference, the two evaluations taken as independent. */
  readonly halfWidth: number
  /** The source was reloaded after this step: the base is the policy as it stood then. Null: it is the base model. */
  readonly since: number | null
}

const NORMAL_95 = 1.96

/** Null until there are two evaluations of the policy. */
export function gainOf(view: RunView): Gain | null {
  const { evaluations } = armOf(view, 'policy')
  // Where the source was reloaded another task began: the end is compared with what was measured then.
  const begun = view.spec === null ? undefined : reloadsOf(view.spec).findLast(({ after }) => evaluations.some(({ step }) => step === after))
  const first = begun === undefined ? evaluations[0] : evaluations.findLast(({ step }) => step === begun.after)
  const last = evaluations.at(-1)
  if (first === undefined || last === undefined || first === last) return null
  const halfWidth = NORMAL_95 * Math.hypot(first.sampledError, last.sampledError)
  const since = begun?.after ?? null
  return { base: first.sampled, now: last.sampled, step: last.step, difference: last.sampled - first.sampled, halfWidth, since }
}

/** What rewards added to what imitation had reached. */
export interface RewardGain {
  /** The last step that imitated, and the mean held-out return then. */
  readonly step: number
  readonly imitated: number
  readonly difference: number
  /** Half-width of the 95 % interval of the difference, the two evaluations taken as independent. */
  readonly halfWidth: number
}

/** Null where nothing imitated, until an evaluation follows, and where the source was reloaded since: that is another task. */
export function rewardGainOf(view: RunView): RewardGain | null {
  const step = view.spec?.imitation?.steps ?? 0
  const { evaluations } = armOf(view, 'policy')
  const [then, last] = [evaluations.find((one) => one.step === step), evaluations.at(-1)]
  if (step === 0 || view.spec === null || then === undefined || last === undefined || last === then) return null
  if (reloadsOf(view.spec).some(({ after }) => after >= step && after <= last.step)) return null
  return { step, imitated: then.sampled, difference: last.sampled - then.sampled, halfWidth: NORMAL_95 * Math.hypot(then.sampledError, last.sampledError) }
}

/** The policy against a control, at the last step at which both were measured. */
export interface ControlGain {
  readonly control: ControlName
  readonly step: number
  readonly policy: number
  readonly value: number
  readonly difference: number
  /** Half-width of the 95 % interval of the difference, the two evaluations taken as independent. */
  readonly halfWidth: number
}

export function controlGains(view: RunView): readonly ControlGain[] {
  const own = new Map(armOf(view, 'policy').evaluations.map((evaluation) => [evaluation.step, evaluation]))
  return CONTROL_NAMES.flatMap((control) => {
    const theirs = armOf(view, control).evaluations.findLast(({ step }) => step > 0 && own.has(step))
    const mine = theirs === undefined ? undefined : own.get(theirs.step)
    if (theirs === undefined || mine === undefined) return []
    const halfWidth = NORMAL_95 * Math.hypot(mine.sampledError, theirs.sampledError)
    return [{ control, step: theirs.step, policy: mine.sampled, value: theirs.sampled, difference: mine.sampled - theirs.sampled, halfWidth }]
  })
}

/** The gain over the base as seeds scatter: their mean and its 95 % interval by Student's t. */
export interface SeedsGain {
  readonly seeds: number
  readonly difference: number
  readonly halfWidth: number
  readonly least: number
  readonly greatest: number
}

/** Two-sided 95 % points of Student's t with 1, 2, … degrees of freedom. */
const STUDENT_95 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306]

/** Null with fewer than two seeds that have a gain. */
export function seedsGain(views: readonly RunView[]): SeedsGain | null {
  const gains = views.flatMap((view) => gainOf(view)?.difference ?? [])
  const factor = STUDENT_95[gains.length - 2]
  if (factor === undefined) return null
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (gains.length - 1)
  return {
    seeds: gains.length,
    difference: mean,
    halfWidth: factor * Math.sqrt(variance / gains.length),
    least: Math.min(...gains),
    greatest: Math.max(...gains),
  }
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
