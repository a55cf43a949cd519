import { expect, test } from 'vitest'
import { agentGains, agentsChart } from './agent-charts.ts'
import { armOf, replayRun } from './run-view.ts'
import { sampleRun } from './testing/sample-run.ts'

const view = replayRun('r', sampleRun({ run: 'r', steps: 20, groups: 2 }).events)

test('several agents have a line and a gain each, told apart by letter and style; one agent has none', () => {
  expect(agentsChart(view)).toBeNull()
  const policy = armOf(view, 'policy')
  const agentsAt = (step: number) => ['red', 'blue'].map((name, place) => ({ name, sampled: 0.1 * place + step / 100, sampledError: 0.01, greedy: 0 }))
  const several = { ...view, arms: { policy: { ...policy, evaluations: policy.evaluations.map((one) => ({ ...one, agents: agentsAt(one.step) })) } } }
  const chart = agentsChart(several)
  expect(chart?.lines.map(({ label, style }) => [label, style])).toEqual([
    ['A: red', 'agent1'],
    ['B: blue', 'agent2'],
  ])
  expect(chart?.lines[1]?.values.at(-1)).toBeCloseTo(0.3)
  expect(agentGains(several).map(({ name, now }) => [name, Math.round(100 * now)])).toEqual([
    ['red', 20],
    ['blue', 30],
  ])
})
