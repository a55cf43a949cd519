// The lesson of stale policies: what an old version's words are worth to the newest one. The losses are those of the engine, the runs
// those of the product, with a rollout that lags.

import type { DatumToken } from '../objectives/evaluate-datum.ts'
import { evaluateToken } from '../objectives/evaluate-token.ts'
import type { LossName, LossSpec } from '../service/index.ts'
import { rounded } from './pictures.ts'
import type { BarsPicture, LessonTools, StepCode } from './step-code.ts'
import { ahead, curvesOf, evaluationsOf, finalsOf, type ShortRun, trainShortly } from './train.ts'

const BOUNDS = { clipLow: 0.8, clipHigh: 1.2 } as const

function lossAt(name: Extract<LossName, 'ppo' | 'cispo' | 'importance_sampling'>, ratio: number, advantage: number): Pick<DatumToken, 'gradient' | 'clipped'> {
  const loss: LossSpec = name === 'importance_sampling' ? { name } : { name, ...BOUNDS }
  return evaluateToken(loss, { logprob: Math.log(ratio), samplingLogprob: 0, coefficient: advantage })
}

/** Minus the derivative of the loss: how strongly the token is pushed up. */
const push = (name: Parameters<typeof lossAt>[0], ratio: number, advantage: number): number => rounded(-lossAt(name, ratio, advantage).gradient)

const RATIOS = [0.4, 0.6, 0.8, 0.9, 1, 1.1, 1.2, 1.4, 1.6, 2]

const pushes = (advantage: number, own: number): BarsPicture => ({
  kind: 'bars',
  caption: 'pushes',
  head: ['importance_sampling', 'ppo', 'cispo'],
  // The ratio that is asked about stands among the others.
  rows: [...new Set([...RATIOS, rounded(own)])]
    .sort((a, b) => a - b)
    .map((ratio) => ({
      label: rounded(own) === ratio ? `${ratio} ◂` : String(ratio),
      values: (['importance_sampling', 'ppo', 'cispo'] as const).map((name) => push(name, ratio, advantage)),
    })),
})

const clip: StepCode = {
  run(input) {
    const [ratio, advantage] = [input['ratio'] ?? 1.5, input['advantage'] ?? 1]
    const found = push('ppo', ratio, advantage)
    return {
      outcome: found === 0 ? 'none' : found === rounded(ratio * advantage) ? 'full' : 'capped',
      facts: { ratio, advantage, push: found, plain: push('importance_sampling', ratio, advantage) },
      pictures: [pushes(advantage, ratio)],
    }
  },
}

const sign: StepCode = {
  run(input) {
    const [ratio, advantage] = [input['ratio'] ?? 1.5, -1]
    const found = push('ppo', ratio, advantage)
    return {
      outcome: found === 0 ? 'none' : found === rounded(ratio * advantage) ? 'full' : 'capped',
      facts: { ratio, advantage, push: found },
      pictures: [pushes(advantage, ratio)],
    }
  },
}

const cispo: StepCode = {
  run(input) {
    const ratio = input['ratio'] ?? 1.5
    const found = push('cispo', ratio, 1)
    return {
      outcome: found === 0 ? 'none' : found === rounded(ratio) ? 'full' : 'capped',
      facts: { ratio, push: found, ppo: push('ppo', ratio, 1) },
      pictures: [pushes(1, ratio)],
    }
  },
}

/** Lags of the two runs that are compared, and their steps. */
const LAG = 4
const STEPS = 16

const lagging = (tools: LessonTools, staleness: number): Promise<ShortRun> =>
  tools.once(`lag ${staleness}`, () =>
    trainShortly(tools, staleness === 0 ? 'fresh' : 'stale', {
      preset: 'arithmetic',
      steps: STEPS,
      rollout: { groups: 16, staleness },
      objective: { minibatches: 1 },
      evaluation: { problems: 192, every: 4 },
    }),
  )

const meanOf = (run: ShortRun, field: 'clipShare' | 'staleness'): number => {
  const own = run.metrics.filter(({ arm }) => arm === 'policy').map(({ metrics }) => metrics[field] ?? 0)
  return own.reduce((sum, value) => sum + value, 0) / Math.max(1, own.length)
}

/** With one minibatch the version that learns is the version that wrote: every ratio is exactly 1. */
const fresh: StepCode = {
  async run(_input, tools) {
    const run = await lagging(tools, 0)
    return {
      outcome: run.logprobGap === 0 && meanOf(run, 'clipShare') === 0 ? 'one' : 'near',
      facts: { gap: run.logprobGap, clipShare: rounded(meanOf(run, 'clipShare')), steps: run.steps, engine: run.engine },
      pictures: [clipCurves([['fresh', run]])],
    }
  },
}

const lag: StepCode = {
  async run(_input, tools) {
    const [now, old] = [await lagging(tools, 0), await lagging(tools, LAG)]
    const [fewer, more] = [meanOf(now, 'clipShare'), meanOf(old, 'clipShare')]
    return {
      outcome: more > fewer ? 'more' : more < fewer ? 'less' : 'same',
      facts: { fresh: rounded(fewer), stale: rounded(more), lag: LAG, gap: old.logprobGap, steps: old.steps },
      pictures: [
        clipCurves([
          ['fresh', now],
          ['stale', old],
        ]),
      ],
    }
  },
}

function clipCurves(runs: readonly (readonly [string, ShortRun])[]): ReturnType<typeof curvesOf> {
  const own = runs.map(([label, { metrics }]) => ({ label, points: metrics.filter(({ arm }) => arm === 'policy') }))
  const steps = [...new Set(own.flatMap(({ points }) => points.map(({ step }) => step)))].sort((a, b) => a - b)
  return {
    kind: 'curves',
    caption: 'clipped',
    steps,
    lines: own.map(({ label, points }) => ({ label, values: steps.map((step) => points.find((point) => point.step === step)?.metrics.clipShare ?? null) })),
  }
}

const train: StepCode = {
  async run(_input, tools) {
    const [now, old] = [await lagging(tools, 0), await lagging(tools, LAG)]
    const found = finalsOf(now, old)
    const verdict = ahead(found)
    return {
      outcome: verdict === 'second' ? 'stale' : verdict === 'first' ? 'fresh' : 'same',
      facts: {
        base: rounded(evaluationsOf(now, 'policy')[0]?.sampled ?? 0),
        fresh: rounded(found.first),
        stale: rounded(found.last),
        halfWidth: rounded(found.halfWidth),
        lag: LAG,
        steps: now.steps,
      },
      pictures: [
        curvesOf('held-out', [
          { label: 'fresh', evaluations: evaluationsOf(now, 'policy') },
          { label: 'stale', evaluations: evaluationsOf(old, 'policy') },
        ]),
      ],
    }
  },
}

export const staleCode = { fresh, lag, clip, sign, cispo, train } satisfies Readonly<Record<string, StepCode>>
