// When a run goes wrong: rules over its log, each with the step at which it showed. Pure; the sentences and hints are
// in web/text/alarms.ts. The thresholds are rough on purpose: an alarm must be rare to be read.

import { armOf, type RunView, type StepPoint } from './run-view.ts'

export type AlarmKind = 'notFinite' | 'entropyGone' | 'noSpread' | 'klRunningAway' | 'cutShort'

export interface Alarm {
  readonly kind: AlarmKind
  /** The first step of the stretch that raised it. */
  readonly step: number
  /** The number that raised it: an entropy, a share, a divergence. */
  readonly value: number
}

/** Steps in a row before a state is called one. */
const STRETCH = 3
/** Nats per token below which a policy has nothing left to try while it still fails. */
const ENTROPY_GONE = 0.005
/** A policy that earns this much may well be sure of itself. */
const GOOD_REWARD = 0.9
const KL_LIMIT = 5
/** A divergence that is never small within a stretch and grows this much in it runs away. One great value alone is noise of the estimate. */
const KL_GROWTH = 1.5
const KL_SMALL = 1.5
const MOST_CUT = 0.5

/** What is wrong now, worst first. A run that only samples worked examples has no rewards to spread. */
export function alarmsOf(view: RunView): readonly Alarm[] {
  const { steps } = armOf(view, 'policy')
  const alarms: Alarm[] = []
  const broken = steps.find(
    ({ metrics }) => metrics.skippedUpdates > 0 || ![metrics.loss, metrics.gradNorm, metrics.klToBase, metrics.entropy].every(Number.isFinite),
  )
  if (broken !== undefined) alarms.push({ kind: 'notFinite', step: broken.step, value: broken.metrics.skippedUpdates })

  const stretch = steps.slice(-STRETCH)
  const [first, last] = [stretch[0], stretch.at(-1)]
  if (first === undefined || last === undefined || stretch.length < STRETCH) return alarms
  const all = (holds: (point: StepPoint) => boolean): boolean => stretch.every(holds)
  const reinforcement = view.spec?.kind === 'reinforcement'

  const diverged = all(({ metrics }) => metrics.klToBase > KL_LIMIT)
  const growing = all(({ metrics }) => metrics.klToBase > KL_SMALL) && last.metrics.klToBase > KL_GROWTH * first.metrics.klToBase
  if (diverged || growing) alarms.push({ kind: 'klRunningAway', step: first.step, value: last.metrics.klToBase })
  if (reinforcement && all(({ metrics }) => metrics.entropy < ENTROPY_GONE && metrics.rewardMean < GOOD_REWARD))
    alarms.push({ kind: 'entropyGone', step: first.step, value: last.metrics.entropy })
  if (reinforcement && all(({ metrics }) => metrics.groups > 0 && metrics.droppedGroups === metrics.groups && metrics.rewardMean < GOOD_REWARD))
    alarms.push({ kind: 'noSpread', step: first.step, value: last.metrics.rewardMean })
  if (reinforcement && all(({ metrics }) => metrics.truncatedShare > MOST_CUT))
    alarms.push({ kind: 'cutShort', step: first.step, value: last.metrics.truncatedShare })
  return alarms
}
