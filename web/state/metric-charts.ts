// The small charts in the vocabulary of the field: which number of a step each draws, and what it is called. Knows no
// canvas, no words beyond the titles.

import type { RunView, StepPoint } from './run-view.ts'
import { type ChartData, type ChartSettings, type Metric, metricChart, PLAIN, partsChart } from './series.ts'

export type MetricName = 'loss' | 'entropy' | 'kl' | 'gradNorm' | 'clipShare' | 'staleness' | 'droppedGroups' | 'truncated' | 'tokensPerSecond' | 'logprobGap'

export interface MetricEntry {
  readonly key: MetricName
  readonly title: string
  readonly of: Metric
}

const rate = (tokens: number, milliseconds: number): number => (milliseconds > 0 ? (1000 * tokens) / milliseconds : 0)

/**
 * The most updates between the sampling of a token and its use: a step's rollout reads one version, and its last
 * minibatch is trained on after all the others.
 */
const stalenessOf = (point: StepPoint, before: StepPoint | undefined): number => Math.max(0, point.version - (before?.version ?? 0) - 1)

export const METRICS: readonly MetricEntry[] = [
  { key: 'loss', title: 'Loss', of: (point) => point.metrics.loss },
  { key: 'entropy', title: 'Entropy', of: (point) => point.metrics.entropy },
  { key: 'kl', title: 'KL to the base', of: (point) => point.metrics.klToBase },
  { key: 'gradNorm', title: 'Gradient norm', of: (point) => point.metrics.gradNorm },
  { key: 'clipShare', title: 'Clip share', of: (point) => point.metrics.clipShare },
  { key: 'staleness', title: 'Staleness', of: stalenessOf },
  { key: 'droppedGroups', title: 'Dropped groups', of: (point) => point.metrics.droppedGroups },
  { key: 'truncated', title: 'Cut short', of: (point) => point.metrics.truncatedShare },
  { key: 'tokensPerSecond', title: 'Sampled tokens a second', of: (point) => rate(point.metrics.sampledTokens, point.milliseconds.rollout) },
  { key: 'logprobGap', title: 'Sampling against training', of: (point) => point.metrics.logprobGap },
]

export function smallChart(view: RunView, { title, of }: MetricEntry, settings: ChartSettings = PLAIN): ChartData {
  return metricChart(view, title, of, settings)
}

/** Milliseconds of a step by phase. */
export function timeChart(view: RunView, settings: ChartSettings = PLAIN): ChartData {
  return partsChart(
    view,
    [
      { label: 'Sampling', style: 'policy', metric: (point) => point.milliseconds.rollout },
      { label: 'Environment', style: 'environmentTime', metric: (point) => point.milliseconds.environment },
      { label: 'Forward and backward', style: 'gradientTime', metric: (point) => point.milliseconds.forwardBackward },
      { label: 'Optimizer', style: 'optimizerTime', metric: (point) => point.milliseconds.optimizer },
    ],
    settings,
  )
}
