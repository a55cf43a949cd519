// The lines of the charts as plain numbers: values by step, smoothed beside raw, one line per arm, the base as a
// level, a band where several seeds are one line. The chart and its table twin draw the same lines. Knows nothing of
// canvases or colours.

import { reloadsOf } from '../../src/record/environment-versions.ts'
import type { Arm } from '../../src/record/events.ts'
import { OVERLAY_STYLES, type OverlayRun, overlayLabel } from './overlays.ts'
import { armOf, type RunView, type StepPoint } from './run-view.ts'
import { type Band, bandOver, seedsLabel } from './seed-band.ts'

/** How a line is told apart: its meaning names a colour, its dash serves those who see none. */
export type LineStyle =
  | 'policy'
  | 'policySecond'
  | 'raw'
  | 'base'
  | 'random'
  | 'shuffled'
  | 'frozen'
  | 'blank'
  | 'shuffled-pictures'
  | (typeof OVERLAY_STYLES)[number]
  | `agent${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`
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
  /** Least and greatest over the seeds that the line is the mean of. */
  readonly band?: Band
}

/** Something that happened between two steps: what was measured after it is of another task. */
export interface ChartMark {
  /** Steps that were done. */
  readonly step: number
  readonly label: string
}

export interface ChartData {
  readonly steps: readonly number[]
  /** The last step that the axis has room for: the run grows into its chart. */
  readonly until: number
  readonly lines: readonly Line[]
  readonly marks?: readonly ChartMark[]
}

/** What every chart takes from the page rather than from the run. */
export interface ChartSettings {
  /** The weight of the past in smoothed lines. */
  readonly smoothing: number
  readonly beside: readonly OverlayRun[]
  /** Runs of other seeds: with the one on view they are one line. */
  readonly seeds: readonly RunView[]
}

/** A seed that stands beside the run is compared with it: a mean over both would draw the same line twice. */
export const standsApart = (beside: readonly OverlayRun[], seeds: readonly RunView[]): boolean => beside.some(({ id }) => seeds.some((seed) => seed.id === id))

/** The settings with the run on view and its other seeds, `siblings`, drawn one by one where one of them stands beside it. */
export function seedsApart(settings: ChartSettings, siblings: readonly RunView[]): ChartSettings {
  const { beside } = settings
  if (!standsApart(beside, siblings)) return settings
  const family = new Set(siblings.map(({ id }) => id))
  return { ...settings, seeds: [], beside: beside.map((other) => (family.has(other.id) ? { ...other, seeds: [] } : other)) }
}

export const PLAIN: ChartSettings = { smoothing: 0.6, beside: [], seeds: [] }

const CONTROL_ARMS = ['random', 'shuffled', 'frozen', 'blank', 'shuffled-pictures'] as const

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

/** Held-out return: the policy sampled and greedy, the base as a level, the controls that ran. */
export function validationChart(view: RunView, { beside, seeds }: ChartSettings = PLAIN): ChartData {
  const steps = sortedSteps([view, ...seeds, ...beside.map((other) => other.view)], (one, arm) => armOf(one, arm).evaluations.map(({ step }) => step))
  const base = armOf(view, 'policy').evaluations.find((evaluation) => evaluation.step === 0)
  const lines: Line[] = [
    evaluationLine(view, 'policy', 'Sampled', 'policy', steps, 'sampled', seeds),
    evaluationLine(view, 'policy', 'Greedy', 'policySecond', steps, 'greedy', seeds),
  ]
  if (base !== undefined) lines.push({ label: 'Base', style: 'base', values: steps.map(() => base.sampled) })
  for (const arm of CONTROL_ARMS) {
    if (armOf(view, arm).evaluations.length === 0) continue
    const others = seeds.filter((other) => armOf(other, arm).evaluations.length > 0)
    lines.push(evaluationLine(view, arm, CONTROL_LABEL[arm], arm, steps, 'sampled', others))
  }
  for (const [place, other] of beside.entries()) {
    const style = OVERLAY_STYLES[place] ?? 'besideC'
    lines.push(evaluationLine(other.view, 'policy', overlayLabel(place, other.name), style, steps, 'sampled', other.seeds))
  }
  return { steps, lines, until: untilOf(view, beside), marks: marksOf(view) }
}

/** Mean training return of a step: smoothed, the raw values faint behind. */
export function rewardChart(of: RunView, all: ChartSettings = PLAIN): ChartData {
  const view = withoutImitation(of)
  const settings = {
    ...all,
    seeds: all.seeds.map(withoutImitation),
    beside: all.beside.map((other) => ({ ...other, view: withoutImitation(other.view), seeds: other.seeds.map(withoutImitation) })),
  }
  const { beside, seeds, smoothing } = settings
  const reward = (point: StepPoint): number => point.metrics.rewardMean
  const steps = sortedSteps([view, ...seeds, ...beside.map((other) => other.view)], (one, arm) => armOf(one, arm).steps.map((point) => point.step))
  const lines: Line[] = metricLines(view, 'policy', 'Reward', 'policy', steps, reward, smoothing, seeds)
  for (const arm of CONTROL_ARMS) {
    if (armOf(view, arm).steps.length > 0) lines.push(...metricLines(view, arm, CONTROL_LABEL[arm], arm, steps, reward, smoothing).slice(-1))
  }
  lines.push(...besideLines(settings, steps, reward))
  return { steps, lines, until: untilOf(view, beside), marks: marksOf(view) }
}

/** What a demonstration earned is no reward of the policy: it would fall where the policy begins to play. */
function withoutImitation(view: RunView): RunView {
  const imitated = view.spec?.imitation?.steps ?? 0
  if (imitated === 0) return view
  const arms = Object.entries(view.arms).map(([arm, { steps, evaluations }]) => [arm, { evaluations, steps: steps.filter(({ step }) => step > imitated) }])
  return { ...view, arms: Object.fromEntries(arms) }
}

/** A number of one step; the step before it is given where the number is a difference. */
export type Metric = (point: StepPoint, before: StepPoint | undefined) => number

/** One metric of the policy, and of the runs beside it. */
export function metricChart(view: RunView, label: string, metric: Metric, settings: ChartSettings = PLAIN): ChartData {
  const { beside, seeds, smoothing } = settings
  const views = [view, ...seeds, ...beside.map((other) => other.view)]
  const steps = sortedSteps(views, (one, arm) => (arm === 'policy' ? armOf(one, arm).steps.map(({ step }) => step) : []))
  const lines = [...metricLines(view, 'policy', label, 'policy', steps, metric, smoothing, seeds), ...besideLines(settings, steps, metric)]
  return { steps, lines, until: untilOf(view, beside), marks: marksOf(view) }
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

const CONTROL_LABEL = {
  random: 'Random',
  shuffled: 'Shuffled',
  frozen: 'Frozen',
  blank: 'Blank pictures',
  'shuffled-pictures': 'Shuffled pictures',
} as const

/** Versions of an authored source that took the place of the one before. */
const marksOf = ({ spec }: RunView): readonly ChartMark[] =>
  spec === null ? [] : reloadsOf(spec).map(({ after, source }) => ({ step: after, label: `source ${source.slice(0, 8)}` }))

const untilOf = (view: RunView, beside: readonly OverlayRun[]): number =>
  Math.max(view.spec?.steps ?? 10, ...beside.map((other) => armOf(other.view, 'policy').steps.at(-1)?.step ?? 0))

function besideLines({ beside, smoothing }: ChartSettings, steps: readonly number[], metric: Metric): Line[] {
  return beside.flatMap((other, place) =>
    metricLines(other.view, 'policy', overlayLabel(place, other.name), OVERLAY_STYLES[place] ?? 'besideC', steps, metric, smoothing, other.seeds).slice(-1),
  )
}

function sortedSteps(views: readonly RunView[], of: (view: RunView, arm: Arm) => readonly number[]): number[] {
  return [...new Set(views.flatMap((view) => Object.keys(view.arms).flatMap((arm) => of(view, arm as Arm))))].sort((a, b) => a - b)
}

type EvaluationField = 'sampled' | 'greedy'

function evaluationLine(
  view: RunView,
  arm: Arm,
  label: string,
  style: LineStyle,
  steps: readonly number[],
  field: EvaluationField,
  seeds: readonly RunView[] = [],
): Line {
  const byStep = (one: RunView) => new Map(armOf(one, arm).evaluations.map((evaluation) => [evaluation.step, evaluation]))
  const valuesOf = (one: RunView): (number | null)[] => {
    const known = byStep(one)
    return steps.map((step) => known.get(step)?.[field] ?? null)
  }
  if (seeds.length > 0) return { label: seedsLabel(label, 1 + seeds.length), style, ...bandOver([view, ...seeds].map(valuesOf)) }
  if (field === 'greedy') return { label, style, values: valuesOf(view) }
  const known = byStep(view)
  return { label, style, values: valuesOf(view), errors: steps.map((step) => known.get(step)?.sampledError ?? null) }
}

/** The smoothed line, its raw values before it; over several seeds the mean of the smoothed lines, without raw values. */
function metricLines(
  view: RunView,
  arm: Arm,
  label: string,
  style: LineStyle,
  steps: readonly number[],
  metric: Metric,
  smoothing: number,
  seeds: readonly RunView[] = [],
): Line[] {
  const rowsOf = (one: RunView) => {
    const points = armOf(one, arm).steps
    const values = points.map((point, index) => metric(point, points[index - 1]))
    const smoothed = smooth(values, smoothing)
    const places = new Map(points.map((point, index) => [point.step, index]))
    const row = (from: readonly number[]): (number | null)[] => steps.map((step) => from[places.get(step) ?? -1] ?? null)
    return { raw: row(values), smoothed: row(smoothed) }
  }
  if (seeds.length > 0) return [{ label: seedsLabel(label, 1 + seeds.length), style, ...bandOver([view, ...seeds].map((one) => rowsOf(one).smoothed)) }]
  const { raw, smoothed } = rowsOf(view)
  return [
    { label: `${label}, raw`, style: 'raw', values: raw },
    { label, style, values: smoothed },
  ]
}
