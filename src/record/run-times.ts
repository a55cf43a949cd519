// When the things of a run were done, on one axis: milliseconds of work of one arm, step after step. A pause, the other arms
// and the time between two pages that a run went on in are left out, so that a run that was continued reads like one that was not.

import type { StepDurations, StepSpans } from './events.ts'
import type { StepTurns } from './step-turns.ts'

type Span = readonly [from: number, to: number]

export interface TimedStep {
  readonly step: number
  readonly milliseconds: StepDurations
  /** Null in logs from before they were recorded: then the phases follow from the durations, and waves are not known. */
  readonly spans: StepSpans | null
}

export interface StepTimes {
  readonly step: number
  readonly from: number
  readonly to: number
  readonly rollout: Span
  readonly updating: Span | null
  readonly waves: StepSpans['waves']
  /** Of every turn, where waves overlap; null where a turn takes as long as its wave. */
  readonly turns: readonly Span[] | null
}

export interface EvaluationTimes {
  /** The step that it followed; 0 before the first. */
  readonly step: number
  readonly from: number
  readonly to: number
}

export interface RunTimes {
  readonly length: number
  readonly steps: readonly StepTimes[]
  readonly evaluations: readonly EvaluationTimes[]
}

export function runTimes(steps: readonly TimedStep[], evaluations: readonly { readonly step: number; readonly milliseconds: number }[]): RunTimes {
  let now = 0
  const placed: StepTimes[] = []
  const evaluated: EvaluationTimes[] = []
  const evaluate = (step: number): void => {
    for (const { milliseconds } of evaluations.filter((one) => one.step === step)) {
      evaluated.push({ step, from: now, to: now + milliseconds })
      now += milliseconds
    }
  }
  evaluate(0)
  for (const { step, milliseconds, spans } of steps) {
    const from = now
    const { rollout, updating, waves, turns } = spans ?? spansOf(milliseconds)
    const later = ([start, end]: Span): Span => [from + start, from + end]
    now = from + Math.max(milliseconds.total, rollout[1], updating?.[1] ?? 0)
    placed.push({
      ...{ step, from, to: now, rollout: later(rollout), updating: updating === null ? null : later(updating) },
      waves: waves.map(([wave, asked, answered]) => [wave, from + asked, from + answered] as const),
      turns: turns?.map(later) ?? null,
    })
    evaluate(step)
  }
  return { length: now, steps: placed, evaluations: evaluated }
}

function spansOf({ rollout, environment, forwardBackward, optimizer }: StepDurations): StepSpans {
  const played = rollout + environment
  const learnt = forwardBackward + optimizer
  return { rollout: [0, played], updating: learnt > 0 ? [played, played + learnt] : null, waves: [] }
}

/** From the question to the written answers of every wave, by wave. Where that was not measured, the rollout in equal parts. */
export function waveSpans({ rollout, waves }: Pick<StepTimes, 'rollout' | 'waves'>, count: number): readonly Span[] {
  const part = (rollout[1] - rollout[0]) / Math.max(1, count)
  return Array.from({ length: count }, (_, wave): Span => {
    if (waves.length === 0) return [rollout[0] + wave * part, rollout[0] + (wave + 1) * part]
    const own = waves.filter(([of]) => of === wave)
    const [first, last] = [own[0], own.at(-1)]
    if (first !== undefined && last !== undefined) return [first[1], last[2]]
    // Nobody had room to write in it: it took no time.
    const next = waves.find(([of]) => of > wave)?.[1] ?? rollout[1]
    return [next, next]
  })
}

/** When the turns and waits of a step took place, in their order. */
export interface TimesWithin {
  readonly turns: readonly Span[]
  /** Where a wait's question went out; where none did, when the episode was left. */
  readonly waits: readonly number[]
}

export function timesWithin(placed: Pick<StepTimes, 'rollout' | 'waves' | 'turns'>, { turns, waits }: Pick<StepTurns, 'turns' | 'waits'>): TimesWithin {
  const { rollout, turns: own } = placed
  if (own === null) {
    const spans = waveSpans(placed, 1 + Math.max(-1, ...turns.map(({ wave }) => wave), ...waits.map(({ wave }) => wave)))
    return { turns: turns.map(({ wave }) => spans[wave] ?? rollout), waits: waits.map(({ wave }) => spans[wave]?.[0] ?? rollout[1]) }
  }
  const spans = turns.map((_, index) => own[index] ?? rollout)
  const [asked, left] = [new Map<string, number>(), new Map<number, number>()]
  for (const [index, { episode, wave }] of turns.entries()) {
    const [from, to] = spans[index] ?? rollout
    asked.set(`${episode} ${wave}`, Math.min(from, asked.get(`${episode} ${wave}`) ?? from))
    left.set(episode, Math.max(to, left.get(episode) ?? to))
  }
  return { turns: spans, waits: waits.map(({ episode, wave }) => asked.get(`${episode} ${wave}`) ?? left.get(episode) ?? rollout[0]) }
}
