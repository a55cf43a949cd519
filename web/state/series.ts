// The lines of the charts as plain numbers: values by step, smoothed beside raw, one line per arm, the base as a
// level. The chart and its table twin draw the same lines. Knows nothing of canvases or colours.

import type { Arm } from '../../src/record/events.ts'
import { OVERLAY_STYLES, type OverlayRun, overlayLabel } from './overlays.ts'
import { armOf, type RunView, type StepPoint } from './run-view.ts'

/** How a line is told apart: its meaning names a colour, its dash serves those who see none. */
export type LineStyle =
  | 'policy'
  | 'policySecond'
  | 'raw'
  | 'base'
  | 'random'
  | 'shuffled'
  | 'frozen'
  | (typeof OVERLAY_STYLES)[number]
  | 'environmentTime'
  | 'gradientTime'
  | 'optimizerTime'

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

/** What every chart takes from the page rather than from the run. */
export interface ChartSettings {
  /** The weight of the past in smoothed lines. */
  readonly smoothing: number
  readonly beside: readonly OverlayRun[]
}

export const PLAIN: ChartSettings = { smoothing: 0.6, beside: [] }

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
export function validationChart(view: RunView, { beside }: ChartSettings = PLAIN): ChartData {
  const steps = sortedSteps([view, ...beside.map((other) => other.view)], (one, arm) => armOf(one, arm).evaluations.map((evaluation) => evaluation.step))
  const base = armOf(view, 'policy').evaluations.find((evaluation) => evaluation.step === 0)
  const lines: Line[] = [
    evaluationLine(view, 'policy', 'Sampled', 'policy', steps, 'sampled'),
    evaluationLine(view, 'policy', 'Greedy', 'policySecond', steps, 'greedy'),
  ]
  if (base !== undefined) lines.push({ label: 'Base', style: 'base', values: steps.map(() => base.sampled) })
  for (const arm of CONTROL_ARMS) {
    if (armOf(view, arm).evaluations.length > 0) lines.push(evaluationLine(view, arm, CONTROL_LABEL[arm], arm, steps, 'sampled'))
  }
  for (const [place, other] of beside.entries()) {
    lines.push({ ...evaluationLine(other.view, 'policy', overlayLabel(place, other.name), OVERLAY_STYLES[place] ?? 'besideC', steps, 'sampled') })
  }
  return { steps, lines, until: untilOf(view, beside) }
}

/** Mean training reward of a step: smoothed, the raw values faint behind. */
export function rewardChart(view: RunView, settings: ChartSettings = PLAIN): ChartData {
  const { beside, smoothing } = settings
  const reward = (point: StepPoint): number => point.metrics.rewardMean
  const steps = sortedSteps([view, ...beside.map((other) => other.view)], (one, arm) => armOf(one, arm).steps.map((point) => point.step))
  const lines: Line[] = metricLines(view, 'policy', 'Reward', 'policy', steps, reward, smoothing)
  for (const arm of CONTROL_ARMS) {
    if (armOf(view, arm).steps.length > 0) lines.push(...metricLines(view, arm, CONTROL_LABEL[arm], arm, steps, reward, smoothing).slice(-1))
  }
  lines.push(...besideLines(settings, steps, reward))
  return { steps, lines, until: untilOf(view, beside) }
}

/** A number of one step; the step before it is given where the number is a difference. */
export type Metric = (point: StepPoint, before: StepPoint | undefined) => number

/** One metric of the policy, and of the runs beside it. */
export function metricChart(view: RunView, label: string, metric: Metric, settings: ChartSettings = PLAIN): ChartData {
  const { beside, smoothing } = settings
  const steps = sortedSteps([view, ...beside.map((other) => other.view)], (one, arm) => (arm === 'policy' ? armOf(one, arm).steps.map(({ step }) => step) : []))
  const lines = [...metricLines(view, 'policy', label, 'policy', steps, metric, smoothing), ...besideLines(settings, steps, metric)]
  return { steps, lines, until: untilOf(view, beside) }
}

/** Several numbers of the same steps, smoothed, without their raw values: parts of a whole. */
export function partsChart(
  view: RunView,
  parts: readonly { readonly label: string; readonly style: LineStyle; readonly metric: Metric }[],
  { smoothing }: ChartSettings = PLAIN,
): ChartData {
  const steps = armOf(view, 'policy').steps.map((point) => point.step)
  const lines = parts.flatMap(({ label, style, metric }) => metricLines(view, 'policy', label, style, steps, metric, smoothing).slice(-1))
  return { steps, lines, until: untilOf(view, []) }
}

export const CONTROL_LABEL = { random: 'Random', shuffled: 'Shuffled', frozen: 'Frozen' } as const

const untilOf = (view: RunView, beside: readonly OverlayRun[]): number =>
  Math.max(view.spec?.steps ?? 10, ...beside.map((other) => armOf(other.view, 'policy').steps.at(-1)?.step ?? 0))

function besideLines({ beside, smoothing }: ChartSettings, steps: readonly number[], metric: Metric): Line[] {
  return beside.flatMap((other, place) =>
    metricLines(other.view, 'policy', overlayLabel(place, other.name), OVERLAY_STYLES[place] ?? 'besideC', steps, metric, smoothing).slice(-1),
  )
}

function sortedSteps(views: readonly RunView[], of: (view: RunView, arm: Arm) => readonly number[]): number[] {
  return [...new Set(views.flatMap((view) => Object.keys(view.arms).flatMap((arm) => of(view, arm as Arm))))].sort((a, b) => a - b)
}

function evaluationLine(view: RunView, arm: Arm, label: string, style: LineStyle, steps: readonly number[], field: 'sampled' | 'greedy'): Line {
  const byStep = new Map(armOf(view, arm).evaluations.map((evaluation) => [evaluation.step, evaluation]))
  const values = steps.map((step) => byStep.get(step)?.[field] ?? null)
  if (field === 'greedy') return { label, style, values }
  return { label, style, values, errors: steps.map((step) => byStep.get(step)?.sampledError ?? null) }
}

function metricLines(view: RunView, arm: Arm, label: string, style: LineStyle, steps: readonly number[], metric: Metric, smoothing: number): Line[] {
  const points = armOf(view, arm).steps
  const values = points.map((point, index) => metric(point, points[index - 1]))
  const raw = new Map(points.map((point, index) => [point.step, values[index] ?? 0]))
  const smoothed = smooth(values, smoothing)
  const bySmooth = new Map(points.map((point, index) => [point.step, smoothed[index] ?? 0]))
  return [
    { label: `${label}, raw`, style: 'raw', values: steps.map((step) => raw.get(step) ?? null) },
    { label, style, values: steps.map((step) => bySmooth.get(step) ?? null) },
  ]
}
