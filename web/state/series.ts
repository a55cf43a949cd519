// The lines of the charts as plain numbers: values by step, smoothed beside raw, one line per arm, the base as a
// level. The chart and its table twin draw the same lines. Knows nothing of canvases or colours.

import type { Arm } from '../../src/record/events.ts'
import { armOf, type RunView, type StepPoint } from './run-view.ts'

/** How a line is told apart: its meaning names a colour, its dash serves those who see none. */
export type LineStyle = 'policy' | 'policySecond' | 'raw' | 'base' | 'random' | 'shuffled' | 'frozen'

export interface Line {
  readonly label: string
  readonly style: LineStyle
  /** One entry per entry of the chart's `steps`; null where the line has no value. */
  readonly values: readonly (number | null)[]
  /** Half-width of the band around the line (a standard error), where it is known. */
  readonly errors?: readonly (number | null)[]
}

export interface ChartData {
  readonly steps: readonly number[]
  /** The last step that the axis has room for: the run grows into its chart. */
  readonly until: number
  readonly lines: readonly Line[]
}

const CONTROL_ARMS = ['random', 'shuffled', 'frozen'] as const

/** Exponential moving average with the start corrected for, as experiment trackers draw it. */
export function smooth(values: readonly number[], weight = 0.6): number[] {
  let sum = 0
  let norm = 0
  return values.map((value) => {
    sum = weight * sum + (1 - weight) * value
    norm = weight * norm + (1 - weight)
    return sum / norm
  })
}

/** Held-out reward: the policy sampled and greedy, the base as a level, the controls that ran. */
export function validationChart(view: RunView): ChartData {
  const steps = sortedSteps(view, (arm) => armOf(view, arm).evaluations.map((evaluation) => evaluation.step))
  const base = armOf(view, 'policy').evaluations.find((evaluation) => evaluation.step === 0)
  const lines: Line[] = [
    evaluationLine(view, 'policy', 'Sampled', 'policy', steps, 'sampled'),
    evaluationLine(view, 'policy', 'Greedy', 'policySecond', steps, 'greedy'),
  ]
  if (base !== undefined) lines.push({ label: 'Base', style: 'base', values: steps.map(() => base.sampled) })
  for (const arm of CONTROL_ARMS) {
    if (armOf(view, arm).evaluations.length > 0) lines.push(evaluationLine(view, arm, CONTROL_LABEL[arm], arm, steps, 'sampled'))
  }
  return { steps, lines, until: untilOf(view) }
}

/** Mean training reward of a step: smoothed, the raw values faint behind. */
export function rewardChart(view: RunView): ChartData {
  const steps = sortedSteps(view, (arm) => armOf(view, arm).steps.map((point) => point.step))
  const lines: Line[] = metricLines(view, 'policy', 'Reward', 'policy', steps, (point) => point.metrics.rewardMean)
  for (const arm of CONTROL_ARMS) {
    if (armOf(view, arm).steps.length > 0) lines.push(...metricLines(view, arm, CONTROL_LABEL[arm], arm, steps, (point) => point.metrics.rewardMean).slice(-1))
  }
  return { steps, lines, until: untilOf(view) }
}

/** One metric of the policy. */
export function metricChart(view: RunView, label: string, metric: (point: StepPoint) => number): ChartData {
  const steps = armOf(view, 'policy').steps.map((point) => point.step)
  return { steps, lines: metricLines(view, 'policy', label, 'policy', steps, metric), until: untilOf(view) }
}

export const CONTROL_LABEL = { random: 'Random', shuffled: 'Shuffled', frozen: 'Frozen' } as const

const untilOf = (view: RunView): number => view.spec?.steps ?? 10

function sortedSteps(view: RunView, of: (arm: Arm) => readonly number[]): number[] {
  return [...new Set(Object.keys(view.arms).flatMap((arm) => of(arm as Arm)))].sort((a, b) => a - b)
}

function evaluationLine(view: RunView, arm: Arm, label: string, style: LineStyle, steps: readonly number[], field: 'sampled' | 'greedy'): Line {
  const byStep = new Map(armOf(view, arm).evaluations.map((evaluation) => [evaluation.step, evaluation]))
  const values = steps.map((step) => byStep.get(step)?.[field] ?? null)
  if (field === 'greedy') return { label, style, values }
  return { label, style, values, errors: steps.map((step) => byStep.get(step)?.sampledError ?? null) }
}

function metricLines(view: RunView, arm: Arm, label: string, style: LineStyle, steps: readonly number[], metric: (point: StepPoint) => number): Line[] {
  const points = armOf(view, arm).steps
  const raw = new Map(points.map((point) => [point.step, metric(point)]))
  const smoothed = smooth(points.map(metric))
  const bySmooth = new Map(points.map((point, index) => [point.step, smoothed[index] ?? 0]))
  return [
    { label: `${label}, raw`, style: 'raw', values: steps.map((step) => raw.get(step) ?? null) },
    { label, style, values: steps.map((step) => bySmooth.get(step) ?? null) },
  ]
}
