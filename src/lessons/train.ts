// A short run within a lesson: the run loop of the product over an engine of the lesson's own, told as curves and sums. Nothing of it
// is kept.

import { TokenloomError } from '../base/errors.ts'
import type { Json } from '../base/json.ts'
import { unwrap } from '../base/result.ts'
import { findEnvironment } from '../environments/registry.ts'
import type { AgentStep, Arm, Evaluation, StepMetrics } from '../record/events.ts'
import { parseRunSpec } from '../record/spec-schema.ts'
import type { StepAudit } from '../record/step-audit.ts'
import { runTraining } from '../training/run-training.ts'
import type { CurvesPicture, LessonTools } from './step-code.ts'

export interface ShortRun {
  readonly engine: string
  readonly steps: number
  readonly evaluations: readonly Evaluation[]
  readonly metrics: readonly { readonly arm: Arm; readonly step: number; readonly metrics: StepMetrics; readonly agents: readonly AgentStep[] }[]
  readonly audits: readonly StepAudit[]
  readonly logprobGap: number
}

/** `what` is the key of the run's name while it is under way. */
export async function trainShortly(tools: LessonTools, what: string, stated: { readonly [setting: string]: Json }): Promise<ShortRun> {
  const spec = unwrap(parseRunSpec(stated))
  const ground = await tools.ground(spec.base)
  const { engine, service } = ground.bench.open(() => undefined)
  const evaluations: Evaluation[] = []
  const metrics: { arm: Arm; step: number; metrics: StepMetrics; agents: readonly AgentStep[] }[] = []
  const audits: StepAudit[] = []
  try {
    tools.say({ what, done: 0, total: spec.steps })
    const outcome = await runTraining({
      spec,
      service,
      tokenizer: ground.tokenizer,
      environment: unwrap(findEnvironment(spec.environment.id)),
      clock: tools.clock,
      emit(event) {
        if (event.kind === 'evaluated') evaluations.push(event.evaluation)
        if (event.kind === 'audited') audits.push(event.audit)
        if (event.kind !== 'stepped') return
        metrics.push({ arm: event.arm, step: event.step, metrics: event.metrics, agents: event.agents ?? [] })
        tools.say({ what, done: event.step, total: spec.steps })
      },
    })
    if (outcome.kind === 'failed') throw new TokenloomError(outcome.error)
    return { engine: ground.engine, steps: spec.steps, evaluations, metrics, audits, logprobGap: outcome.kind === 'finished' ? outcome.summary.logprobGap : 0 }
  } finally {
    engine.dispose()
  }
}

export const evaluationsOf = ({ evaluations }: ShortRun, arm: Arm): readonly Evaluation[] => evaluations.filter((evaluation) => evaluation.arm === arm)

export interface Finding {
  readonly first: number
  readonly last: number
  readonly difference: number
  /** Half-width of the 95 % interval of the difference, both evaluations taken as independent. */
  readonly halfWidth: number
}

const NORMAL_95 = 1.96

export function gainOf(run: ShortRun, arm: Arm): Finding {
  const own = evaluationsOf(run, arm)
  return compared(own[0], own.at(-1))
}

/** Steps at the end of a run whose training returns are taken together. */
const TAIL = 4

/** What the policy's own episodes earned over the last steps, and the standard error of it; `episodes` a step, every agent's counted. */
function tailOf(run: ShortRun, episodes: number): { readonly sampled: number; readonly sampledError: number } {
  const last = run.metrics.filter(({ arm }) => arm === 'policy').slice(-TAIL)
  const mean = (value: (metrics: StepMetrics) => number): number => last.reduce((sum, { metrics }) => sum + value(metrics), 0) / Math.max(1, last.length)
  const variance = mean(({ rewardStd }) => rewardStd ** 2)
  return { sampled: mean(({ rewardMean }) => rewardMean), sampledError: Math.sqrt(variance / (episodes * Math.max(1, last.length))) }
}

/** The last steps of one run against those of another. */
export const tailsOf = (one: ShortRun, other: ShortRun, episodes: number): Finding => compared(tailOf(one, episodes), tailOf(other, episodes))

/** Training return of several runs, step by step. */
export function rewardCurves(caption: string, runs: readonly (readonly [label: string, ShortRun])[]): CurvesPicture {
  const own = runs.map(([label, { metrics }]) => ({ label, points: metrics.filter(({ arm }) => arm === 'policy') }))
  const steps = [...new Set(own.flatMap(({ points }) => points.map(({ step }) => step)))].sort((a, b) => a - b)
  const valueAt = (points: (typeof own)[number]['points'], step: number): number | null =>
    points.find((point) => point.step === step)?.metrics.rewardMean ?? null
  return { kind: 'curves', caption, steps, lines: own.map(({ label, points }) => ({ label, values: steps.map((step) => valueAt(points, step)) })) }
}

/** Mean reward an episode of each agent of the policy, step by step. */
export function agentRewards({ metrics }: ShortRun): Readonly<Record<string, readonly number[]>> {
  const rewards: Record<string, number[]> = {}
  for (const { arm, agents } of metrics) {
    if (arm !== 'policy') continue
    for (const { name, reward, episodes } of agents) {
      rewards[name] ??= []
      rewards[name].push(reward / Math.max(episodes, 1))
    }
  }
  return rewards
}

/** The last evaluation of one against the last of another. */
export const finalsOf = (one: ShortRun, other: ShortRun): Finding => compared(evaluationsOf(one, 'policy').at(-1), evaluationsOf(other, 'policy').at(-1))

type Measured = Pick<Evaluation, 'sampled' | 'sampledError'>

function compared(first: Measured | undefined, last: Measured | undefined): Finding {
  const [from, to] = [first?.sampled ?? 0, last?.sampled ?? 0]
  return { first: from, last: to, difference: to - from, halfWidth: NORMAL_95 * Math.hypot(first?.sampledError ?? 0, last?.sampledError ?? 0) }
}

/** `second`, `first`, or `same` where the interval of their difference holds zero. */
export function ahead({ difference, halfWidth }: Finding): 'first' | 'second' | 'same' {
  if (Math.abs(difference) <= halfWidth) return 'same'
  return difference > 0 ? 'second' : 'first'
}

/** Held-out return of several arms, or runs, over their steps. */
export function curvesOf(caption: string, lines: readonly { readonly label: string; readonly evaluations: readonly Evaluation[] }[]): CurvesPicture {
  const steps = [...new Set(lines.flatMap(({ evaluations }) => evaluations.map(({ step }) => step)))].sort((a, b) => a - b)
  return {
    kind: 'curves',
    caption,
    steps,
    lines: lines.map(({ label, evaluations }) => {
      const at = (step: number): Evaluation | undefined => evaluations.find((evaluation) => evaluation.step === step)
      return { label, values: steps.map((step) => at(step)?.sampled ?? null), errors: steps.map((step) => at(step)?.sampledError ?? null) }
    }),
  }
}
