import { describe, expect, it } from 'vitest'
import type { Json } from '../base/json.ts'
import { FIRST_PICTURE_ROW } from '../base/picture-rows.ts'
import type { Datum } from '../service/index.ts'
import { contest } from './testing/contest.ts'
import { runRecorded, summaryOf } from './testing/run-recorded.ts'
import { trainOnAll, withoutLossMask } from './train-on.ts'

const datum: Datum = {
  id: 'policy/1/0/a',
  tokens: Uint32Array.of(1, FIRST_PICTURE_ROW + 7, 2, 3, 4, 5, 6),
  lossMask: Uint8Array.of(0, 0, 0, 1, 0, 1, 0),
  coefficients: Float32Array.of(0, 0, 0, 0.5, 0, -1, 0),
  group: '0/a',
  sharedPrefix: 3,
}

describe('a datum without its loss mask', () => {
  it('is trained on wherever a token can be predicted, pictures left out, and shares no prefix', () => {
    const whole = withoutLossMask(datum)
    expect([...whole.lossMask]).toEqual([0, 0, 1, 1, 1, 1, 1])
    expect('group' in whole || 'sharedPrefix' in whole).toBe(false)
  })

  it('gives a token that nobody sampled the advantage of the turn that it leads to', () => {
    expect([...withoutLossMask(datum).coefficients]).toEqual([0, 0, 0.5, 0.5, -1, -1, -1])
  })
})

describe('the logprobs of what nobody sampled', () => {
  it('are those that the playing version gives; sampled ones stay as they were recorded', async () => {
    const recorded = { ...datum, samplingLogprobs: Float32Array.of(0, 0, 0, -1, 0, -2, 0) }
    const forward = async () => ({ logprobs: [new Float32Array(7).fill(-0.5)] })
    const service = { forward: () => ({ result: forward(), cancel: () => undefined }) }
    const whole = await trainOnAll({ service, track: (future) => future.result }, [[recorded]], 'snapshot')
    expect([...(whole.flat()[0]?.samplingLogprobs ?? [])]).toEqual([-0.5, -0.5, -0.5, -1, -0.5, -2, -0.5])
  })
})

const spec = (trainOn: string, changes: { readonly [name: string]: Json } = {}): Json => ({
  steps: 2,
  environment: { id: 'counting-v1', config: { rounds: 4 } },
  rollout: { groups: 2, groupSize: 6, maxTokensPerEpisode: 60 },
  objective: { minibatches: 2, trainOn },
  optimizer: { learningRate: 0.3, warmupSteps: 0 },
  evaluation: { problems: 4, every: 2 },
  ...changes,
})

describe('a run that trains on every token', () => {
  it('is named by the audit, and asks for the logprobs of what nobody sampled under the version that played', async () => {
    const run = await runRecorded(spec('all'), contest())
    const { audit, logprobGap } = summaryOf(run)
    const names = run.events.flatMap((event) => (event.kind === 'audited' ? event.audit.violations.map(({ name }) => name) : []))
    expect(audit?.violations).toBeGreaterThan(0)
    expect(names).toContain('gradient_outside_mask')
    expect(logprobGap).toBe(0)
    const fed = run.service.requests.forwardBackward.flatMap(({ data }) => data)
    expect(fed.length).toBeGreaterThan(0)
    for (const { lossMask } of fed) {
      expect([...lossMask]).toEqual([0, ...Array.from({ length: lossMask.length - 1 }, () => 1)])
    }
  })

  it('learns something else than the run with the mask, which nothing names', async () => {
    const [masked, all] = [await runRecorded(spec('sampled'), contest()), await runRecorded(spec('all'), contest())]
    expect(summaryOf(masked).audit?.violations).toBe(0)
    expect(summaryOf(masked).digest).not.toBe(summaryOf(all).digest)
  })

  it('is refused where versions change within an episode, with the setting to change', async () => {
    const rollout = { groups: 2, groupSize: 6, maxTokensPerEpisode: 60, staleness: 1, refresh: 'interrupt' }
    const { outcome } = await runRecorded(spec('all', { rollout }), contest())
    expect(outcome.kind === 'failed' ? [outcome.error.code, outcome.error.at] : outcome.kind).toEqual(['SPEC_INVALID', 'objective.trainOn'])
  })
})
