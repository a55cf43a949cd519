import { expect, test } from 'vitest'
import { partGains } from './part-gains.ts'
import { armOf, replayRun } from './run-view.ts'
import { sampleRun } from './testing/sample-run.ts'

const view = replayRun('r', sampleRun({ run: 'r', steps: 20, groups: 2 }).events)

test('parts have their gain from the first evaluation to the last; a run without parts has none', () => {
  expect(partGains(view)).toEqual([])
  const policy = armOf(view, 'policy')
  const parts = (step: number) => ['circle', 'triangle'].map((name, place) => ({ name, problems: 10 + place, sampled: 0.1 * place + step / 100, greedy: 0 }))
  const told = { ...view, arms: { policy: { ...policy, evaluations: policy.evaluations.map((one) => ({ ...one, parts: parts(one.step) })) } } }
  expect(partGains(told)).toEqual([
    { name: 'circle', problems: 10, base: 0, now: 0.2 },
    { name: 'triangle', problems: 11, base: 0.1, now: expect.closeTo(0.3) },
  ])
})
