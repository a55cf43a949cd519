import { expect, test } from 'vitest'
import { compareRerun } from './rerun.ts'
import { type RunView, replayRun } from './run-view.ts'
import { sampleRun } from './testing/sample-run.ts'

const there = replayRun('r01', sampleRun({ run: 'r01', steps: 4, controls: ['random'] }).events)
const here = (change: Partial<RunView> = {}): RunView => ({ ...there, id: 'r02', ...change })
const { spec, digest, service } = there
if (spec === null || digest === null || service === null) throw new Error('the sample is not whole')
const promised = { spec, digest, run: there }

/** All evaluations of the policy moved by this much. */
function moved(by: number): RunView['arms'] {
  const arm = there.arms.policy
  return arm === undefined ? {} : { ...there.arms, policy: { ...arm, evaluations: arm.evaluations.map((one) => ({ ...one, sampled: one.sampled + by })) } }
}

test('an equal digest is the same run, whatever else is known', () => {
  expect(compareRerun(here(), promised)).toEqual({ kind: 'equal' })
  expect(compareRerun(here(), { ...promised, run: null })).toEqual({ kind: 'equal' })
})

test('only a whole run of the same spec is compared, and never with itself', () => {
  expect(compareRerun(here(), null)).toBeNull()
  expect(compareRerun(there, promised)).toBeNull()
  expect(compareRerun(here({ status: 'running' }), promised)).toBeNull()
  expect(compareRerun(here({ spec: { ...spec, seed: spec.seed + 1 } }), promised)).toBeNull()
})

test('a link tells the digest alone', () => {
  expect(compareRerun(here({ digest: 'ff' }), { ...promised, run: null })).toEqual({ kind: 'other digest' })
})

test('another digest on the same device is no difference that is allowed', () => {
  expect(compareRerun(here({ digest: 'ff' }), promised)).toMatchObject({ kind: 'broken' })
})

test('elsewhere the figures decide: within three standard errors of their difference or not, and what differs is named', () => {
  const elsewhere = { digest: 'ff', service: { ...service, engine: 'cpu' as const, device: '8 cores' } }
  const near = compareRerun(here({ ...elsewhere, arms: moved(0.05) }), promised)
  expect(near).toMatchObject({ kind: 'elsewhere', within: true })
  if (near?.kind !== 'elsewhere') throw new Error('not elsewhere')
  expect(near.differs.map(({ what }) => what)).toEqual(['engine', 'device'])
  // First and last of the policy and of its control.
  expect(near.figures.map(({ arm, step }) => `${arm} ${step}`)).toContain('policy 0')
  const base = near.figures.find(({ arm, step }) => arm === 'policy' && step === 0)
  const error = there.arms.policy?.evaluations[0]?.sampledError ?? 0
  expect(base?.tolerance).toBeCloseTo(3 * Math.hypot(error, error))
  expect(compareRerun(here({ ...elsewhere, arms: moved(0.3) }), promised)).toMatchObject({ kind: 'elsewhere', within: false })
})
