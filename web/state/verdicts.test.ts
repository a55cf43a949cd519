import { expect, it } from 'vitest'
import type { RunView } from './run-view.ts'
import { replayRun } from './run-view.ts'
import { sampleRun } from './testing/sample-run.ts'
import { rewardGainOf } from './verdicts.ts'

/** Measured at 0, 12 and 20, the first twelve steps imitating. */
function imitating(values: readonly [number, number, number]): RunView {
  const run = replayRun('a', sampleRun({ run: 'a', steps: 20, groups: 2 }).events)
  const { policy } = run.arms
  const one = policy?.evaluations[0]
  if (run.spec === null || policy === undefined || one === undefined) throw new Error('a sample run is measured')
  const evaluations = values.map((sampled, i) => ({ ...one, step: [0, 12, 20][i] ?? 0, sampled, sampledError: 0.01 }))
  return {
    ...run,
    spec: { ...run.spec, imitation: { steps: 12, minibatches: 8, strays: 0, rewardRate: 1 } },
    arms: { ...run.arms, policy: { ...policy, evaluations } },
  }
}

it('what rewards added is told apart from what imitation had reached', () => {
  const gain = rewardGainOf(imitating([0.2, 0.5, 0.9]))
  expect(gain).toMatchObject({ step: 12, imitated: 0.5 })
  expect(gain?.halfWidth).toBeCloseTo(1.96 * Math.SQRT2 * 0.01, 10)
  expect(gain?.difference).toBeCloseTo(0.4)
})

it('nothing is said where none imitated, before rewards had their turn, and where the source was reloaded since', () => {
  const run = imitating([0.2, 0.5, 0.9])
  if (run.spec === null || run.arms.policy === undefined) throw new Error('no spec')
  const { policy } = run.arms
  expect(rewardGainOf({ ...run, spec: { ...run.spec, imitation: { steps: 0, minibatches: 0, strays: 0, rewardRate: 1 } } })).toBeNull()
  expect(rewardGainOf({ ...run, arms: { policy: { ...policy, evaluations: policy.evaluations.slice(0, 2) } } })).toBeNull()
  const reloads = [{ after: 15, source: 'f'.repeat(64) }]
  expect(rewardGainOf({ ...run, spec: { ...run.spec, environment: { ...run.spec.environment, reloads } } })).toBeNull()
})
