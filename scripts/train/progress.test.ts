import { expect, test } from 'vitest'
import type { Arm, RunEvent, StepMetrics } from '../../src/record/events.ts'
import { Progress } from './progress.ts'

const metrics: StepMetrics = {
  loss: 0,
  rewardMean: 0.5,
  rewardStd: 0,
  entropy: 0,
  klToBase: 0,
  gradNorm: 0,
  clipShare: 0,
  learningRate: 0,
  groups: 1,
  droppedGroups: 0,
  sampledTokens: 0,
  trainedTokens: 0,
  trainedRows: 0,
  completionTokensMean: 0,
  completionTokensMax: 0,
  truncatedShare: 0,
  logprobGap: 0,
  skippedUpdates: 0,
}
const milliseconds = { rollout: 0, environment: 0, forwardBackward: 0, optimizer: 0, total: 0 }
const stepped = (arm: Arm, step: number): RunEvent => ({ run: 'r', seq: 0, kind: 'stepped', arm, step, version: 0, metrics, digest: '', milliseconds })

test('rate and time left come with the third step', () => {
  const progress = new Progress()
  progress.take(stepped('policy', 1), 0)
  progress.take(stepped('policy', 2), 500)
  expect(progress.line()).not.toContain('left')
  progress.take(stepped('policy', 3), 1000)
  expect(progress.line()).toContain('2.00 steps/s')
  expect(progress.line()).toContain('reward 0.500')
})

test('controls, which take every step after the policy, do not turn the count back', () => {
  const progress = new Progress()
  for (let step = 1; step <= 5; step++) {
    progress.take(stepped('policy', step), step * 500)
    progress.take(stepped('random', step), step * 500 + 100)
  }
  expect(progress.line()).toMatch(/^policy .* 5\/0 {2}2\.00 steps\/s/)
})

test('what was measured stands for the policy and for every control', () => {
  const progress = new Progress()
  for (const [arm, sampled] of [
    ['policy', 0.5],
    ['random', 0.125],
  ] as const) {
    progress.take({ run: 'r', seq: 0, kind: 'evaluated', evaluation: { arm, step: 15, sampled, sampledError: 0, greedy: 0, problems: 1 }, milliseconds: 0 }, 0)
  }
  expect(progress.line()).toContain('held-out 0.500  random 0.125')
})

test('a run that goes on begins at its own step', () => {
  const progress = new Progress()
  for (let step = 31; step <= 33; step++) progress.take(stepped('policy', step), step * 500)
  expect(progress.line()).toContain('33/0  2.00 steps/s')
})
