import { expect, test } from 'vitest'
import { EPISODE_STATES, type Trajectory } from '../episode/trajectory.ts'
import type { RunEvent } from './events.ts'
import { metricsCsv, metricsJsonl, metricsRows } from './export-metrics.ts'
import { trajectoryLines } from './export-trajectories.ts'
import type { StepTokens } from './step-tokens.ts'

const evaluated = (arm: string, step: number, sampled: number) => ({
  ...{ kind: 'evaluated', run: 'r1', seq: 0, milliseconds: 5 },
  evaluation: { arm, step, sampled, sampledError: 0.01, greedy: 1, problems: 64 },
})
const stepped = (arm: string, step: number) => ({
  ...{ kind: 'stepped', run: 'r1', seq: 0, arm, step, version: step, digest: '' },
  ...{ metrics: { loss: -0.5, rewardMean: 0.25 }, milliseconds: { rollout: 3, total: 9 } },
})
// Only the fields that are read stand in them.
const events = [
  evaluated('policy', 0, 0.4),
  stepped('policy', 1),
  stepped('random', 1),
  stepped('policy', 2),
  evaluated('policy', 2, 0.6),
] as unknown as RunEvent[]

test('every step of every arm is one row, with the evaluation after it', () => {
  expect(metricsRows(events).map(({ arm, step, heldOut }) => [arm, step, heldOut?.sampled])).toEqual([
    ['policy', 0, 0.4],
    ['policy', 1, undefined],
    ['policy', 2, 0.6],
    ['random', 1, undefined],
  ])
  const lines = metricsJsonl(events).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual(metricsRows(events))
})

test('the CSV has a head, as many cells in every row, and empty ones for what is not there', () => {
  const [head = '', ...rows] = metricsCsv(events).trimEnd().split('\n')
  expect(head.split(',')).toContain('metrics.rewardMean')
  expect(head.split(',')).toContain('heldOut.sampled')
  for (const row of rows) expect(row.split(',')).toHaveLength(head.split(',').length)
  expect(rows[1]?.split(',')[head.split(',').indexOf('heldOut.sampled')]).toBe('')
})

test('a trajectory keeps ids, masks, versions, and floats to the bit', () => {
  const logprobs = Float32Array.of(0, -0.1, -1 / 3)
  const trajectory: Trajectory = {
    ...{ episode: 7, agent: 'solver', group: 3, totalReward: 1, stop: 'completed', metrics: {} },
    ...{ spans: [{ turn: 0, state: 'GENERATING', start: 1, end: 3 }], rewards: [{ turn: 0, reward: 1, token: 2 }] },
    ...{ tokens: Uint32Array.of(0, 1, 2), states: Uint8Array.of(0, 1, 1), lossMask: Uint8Array.of(0, 1, 1), samplingLogprobs: logprobs },
    ...{ entropies: new Float32Array(3), versions: Uint32Array.of(0, 4, 4) },
  }
  const step: StepTokens = { step: 2, arm: 'policy', episodes: [{ trajectory, advantages: Float32Array.of(0, 0.7, 0.7), trained: true }] }
  const [line] = trajectoryLines('r1', step, ['a', 'b', '"'])
  const read = JSON.parse(JSON.stringify(line))
  expect(read).toMatchObject({ run: 'r1', step: 2, episode: 7, agent: 'solver', tokens: [0, 1, 2], text: 'ab"', loss_mask: [0, 1, 1], versions: [0, 4, 4] })
  expect(read.states).toEqual([EPISODE_STATES[0], EPISODE_STATES[1], EPISODE_STATES[1]])
  expect(Float32Array.from(read.logprobs)).toEqual(logprobs)
  expect(read).not.toHaveProperty('weights')
})
