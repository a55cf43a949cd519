import { expect, test } from 'vitest'
import { unwrap } from '../../src/base/result.ts'
import { parseRunSpec } from '../../src/record/spec-schema.ts'
import { memoryDemand } from './memory-demand.ts'
import { emptyRunView } from './run-view.ts'
import { jointDemand, runsAtWork } from './runs-under-way.ts'

const spec = (change: object) => unwrap(parseRunSpec({ preset: 'arithmetic', ...change }))

test('runs together need every adapter and every sequence, and the largest rank, length and pass of any', () => {
  const [one, two] = [
    spec({ adapter: { rank: 4, targets: ['q_proj'] }, rollout: { groups: 8, groupSize: 4 } }),
    spec({ adapter: { rank: 16, targets: ['v_proj'] }, controls: ['shuffled'], objective: { klCoefficient: 0.1 } }),
  ]
  const [first, second] = [memoryDemand(one, 256), memoryDemand(two, 256)]
  const joint = jointDemand([one, two], 256)
  expect(joint).toMatchObject({ adapters: first.adapters + second.adapters, sequences: first.sequences + second.sequences, rank: 16, comparesWithBase: true })
  expect(joint.targets).toEqual(['q_proj', 'v_proj'])
})

test('a run that is over but whose files are still being kept is no longer at work', () => {
  const [running, over] = [
    { ...emptyRunView('r1'), status: 'running' as const },
    { ...emptyRunView('r2'), status: 'finished' as const },
  ]
  expect(runsAtWork({ r1: running, r2: over }).map(({ id }) => id)).toEqual(['r1'])
})
