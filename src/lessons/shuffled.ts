// The lesson of shuffled rewards: the control that gets everybody's rewards in another order, beside the policy and a frozen adapter,
// in one short run of the product's loop.

import { at } from '../base/assert.ts'
import { createRng, permutation } from '../base/random.ts'
import { groupAdvantages } from '../training/advantages.ts'
import { dealtTo, type Earned } from '../training/earned.ts'
import { letter, rounded } from './pictures.ts'
import type { BarsPicture, LessonTools, StepCode } from './step-code.ts'
import { ahead, curvesOf, evaluationsOf, gainOf, type ShortRun, trainShortly } from './train.ts'

const REWARDS = [1, 1, 1, 0, 0, 1, 0, 0]
const RIGHT = REWARDS.map((reward) => reward === 1)

const rewardsPicture = (caption: string, rewards: readonly number[], head: readonly string[] = ['reward']): BarsPicture => ({
  kind: 'bars',
  caption,
  head,
  rows: rewards.map((reward, i) => ({ label: letter(i), values: [reward] })),
})

const dealt: StepCode = {
  exhibit: () => [rewardsPicture('rewards', REWARDS)],
  run(input) {
    const earned = REWARDS.map((total): Earned => ({ total, turns: [total], tokens: [3] }))
    const order = permutation(earned.length, createRng([input['seed'] ?? 2, 6]))
    const others = earned.map((own, i) => dealtTo(at(earned, at(order, i)), own).total)
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
    const advantages = groupAdvantages('grpo', others) ?? others.map(() => 0)
    const wrong = others.filter((reward, i) => reward === 1 && RIGHT[i] === false).length
    const moved = others.filter((reward, i) => reward !== REWARDS[i]).length
    return {
      outcome: sum(others) !== sum(REWARDS) ? 'amount' : moved > 0 ? 'owner' : 'nothing',
      facts: { before: sum(REWARDS), after: sum(others), moved, wrong },
      pictures: [
        {
          kind: 'bars',
          caption: 'dealt',
          head: ['earned', 'dealt', 'grpo'],
          rows: others.map((reward, i) => ({ label: letter(i), values: [at(REWARDS, i), reward, rounded(at(advantages, i))] })),
        },
      ],
    }
  },
}

/** One run for the three steps that speak of it. */
const STEPS = 16
const runOf = (tools: LessonTools): Promise<ShortRun> =>
  tools.once('controls', () =>
    trainShortly(tools, 'controls', {
      preset: 'arithmetic',
      steps: STEPS,
      controls: ['shuffled', 'frozen'],
      rollout: { groups: 16 },
      evaluation: { problems: 192, every: 4 },
    }),
  )

const curves = (run: ShortRun) =>
  curvesOf(
    'held-out',
    (['policy', 'shuffled', 'frozen'] as const).map((arm) => ({ label: arm, evaluations: evaluationsOf(run, arm) })),
  )

const curve: StepCode = {
  async run(_input, tools) {
    const run = await runOf(tools)
    const [policy, shuffled] = [gainOf(run, 'policy'), gainOf(run, 'shuffled')]
    const verdict = ahead(shuffled)
    return {
      outcome: verdict === 'second' ? 'up' : verdict === 'first' ? 'down' : 'flat',
      facts: {
        base: rounded(policy.first),
        policy: rounded(policy.last),
        policyHalf: rounded(policy.halfWidth),
        shuffled: rounded(shuffled.last),
        shuffledHalf: rounded(shuffled.halfWidth),
        steps: run.steps,
        engine: run.engine,
      },
      pictures: [curves(run)],
    }
  },
}

const moves: StepCode = {
  async run(_input, tools) {
    const run = await runOf(tools)
    const own = run.metrics.filter(({ arm }) => arm === 'shuffled')
    const last = own.at(-1)?.metrics
    const norms = own.map(({ metrics }) => metrics.gradNorm)
    return {
      outcome: norms.some((norm) => norm > 0) ? 'moves' : 'still',
      facts: { gradNorm: rounded(norms.reduce((sum, norm) => sum + norm, 0) / Math.max(1, norms.length)), kl: rounded(last?.klToBase ?? 0), steps: run.steps },
      pictures: [
        {
          kind: 'table',
          caption: 'arms',
          head: ['arm', 'gradient norm', 'distance to base', 'training return'],
          rows: (['policy', 'shuffled', 'frozen'] as const).map((arm) => {
            const metrics = run.metrics.filter((one) => one.arm === arm).at(-1)?.metrics
            return [arm, rounded(metrics?.gradNorm ?? 0), rounded(metrics?.klToBase ?? 0), rounded(metrics?.rewardMean ?? 0)]
          }),
        },
      ],
    }
  },
}

const frozen: StepCode = {
  async run(_input, tools) {
    const run = await runOf(tools)
    const values = evaluationsOf(run, 'frozen').map(({ sampled }) => sampled)
    const first = values[0] ?? 0
    return {
      outcome: values.every((value) => value === first) ? 'level' : 'wanders',
      facts: { evaluations: values.length, value: rounded(first), spread: rounded(Math.max(...values) - Math.min(...values)) },
      pictures: [curves(run)],
    }
  },
}

export const shuffledCode = { dealt, curve, moves, frozen } satisfies Readonly<Record<string, StepCode>>
