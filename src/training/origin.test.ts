import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../base/hash.ts'
import { unwrap } from '../base/result.ts'
import { countingGame } from '../environments/testing/counting.ts'
import { type AdapterCheckpoint, encodeAdapterCheckpoint } from '../record/adapter-checkpoint.ts'
import type { Evaluation, RunEventBody } from '../record/events.ts'
import { decodeRunCheckpoint, type RunCheckpoint } from '../record/run-checkpoint.ts'
import { parseRunSpec } from '../record/spec-schema.ts'
import type { CheckpointData, TrainingService } from '../service/index.ts'
import { type RunRequest, runTraining } from './run-training.ts'
import { asciiTokenizer } from './testing/ascii-tokenizer.ts'
import { createFakeService } from './testing/fake-service.ts'

const COMMON = {
  steps: 3,
  environment: { id: 'counting-v1', config: { rounds: 1 } },
  rollout: { groups: 3, groupSize: 4 },
  optimizer: { learningRate: 0.3, warmupSteps: 0 },
  evaluation: { problems: 8, every: 1 },
  controls: ['frozen', 'shuffled'],
} as const
// The tabular policy says of every adapter that it has this shape, except that it has targets.
const SHAPE = { rank: 1, scale: 1, targets: ['q_proj'] } as const
const specFrom = (from: string, shape: object = {}) => unwrap(parseRunSpec({ ...COMMON, adapter: { ...SHAPE, ...shape, from } }))

async function ran(from: string, options: Partial<RunRequest> = {}, loaded: CheckpointData[] = []) {
  const fake = createFakeService()
  const service: TrainingService = {
    ...fake,
    loadState: (checkpoint) => {
      loaded.push(checkpoint)
      return fake.loadState(checkpoint)
    },
  }
  const log: RunEventBody[] = []
  const kept: RunCheckpoint[] = []
  let time = 0
  const outcome = await runTraining({
    ...{ spec: specFrom(from), service, tokenizer: asciiTokenizer, environment: countingGame() },
    clock: () => (time += 10_000),
    emit: (body) => log.push(body),
    keep: (_, bytes) => kept.push(unwrap(decodeRunCheckpoint(bytes))),
    ...options,
  })
  return { outcome, kept, open: fake.open(), evaluations: log.flatMap((event) => (event.kind === 'evaluated' ? [event.evaluation] : [])) }
}

const finished = ({ outcome }: Awaited<ReturnType<typeof ran>>) => {
  if (outcome.kind !== 'finished') throw new Error(JSON.stringify(outcome))
  return outcome
}
const errorOf = ({ outcome }: Awaited<ReturnType<typeof ran>>) =>
  outcome.kind === 'failed' ? { code: outcome.error.code, at: outcome.error.at } : outcome.kind
const at = (evaluations: readonly Evaluation[], arm: string, step: number) => evaluations.find((one) => one.arm === arm && one.step === step)

async function stored() {
  const first = await ran('')
  const { checkpoint } = finished(first)
  const trainOn: AdapterCheckpoint = {
    adapter: { ...checkpoint, spec: { ...checkpoint.spec, targets: ['q_proj'] } },
    counters: { seed: 1, episodes: 36 },
    lineage: { parent: null, how: 'trained', run: 'r1', step: 3 },
  }
  return { first, trainOn, hash: await sha256Hex(encodeAdapterCheckpoint(trainOn)) }
}

describe('a run that starts from a stored checkpoint', () => {
  it('starts with its weights, moments and version in every arm, and learns on from there', async () => {
    const { first, trainOn, hash } = await stored()
    const loaded: CheckpointData[] = []
    const second = await ran(hash, { trainOn }, loaded)
    expect(loaded).toHaveLength(3)
    for (const { weights, moment1, moment2, version } of loaded) expect({ weights, moment1, moment2, version }).toEqual(pick(trainOn.adapter))
    const before = trainOn.adapter.version
    expect(before).toBe(6)
    expect(second.kept[0]?.arms.map(({ adapter }) => adapter?.version)).toEqual([before, before, before])
    expect(second.kept[0]?.arms.map(({ adapter }) => adapter?.hash)).toEqual([trainOn.adapter.hash, trainOn.adapter.hash, trainOn.adapter.hash])
    expect(finished(second).checkpoint).toMatchObject({ version: 2 * before })
    expect(finished(second).checkpoint.hash).not.toBe(trainOn.adapter.hash)

    const left = at(first.evaluations, 'policy', 3)
    expect(at(second.evaluations, 'policy', 0)).toEqual({ ...left, step: 0 })
    expect(at(second.evaluations, 'policy', 0)?.sampled).not.toBe(at(first.evaluations, 'policy', 0)?.sampled)
    // The frozen control is that policy, to the end.
    expect(at(second.evaluations, 'frozen', 3)).toEqual({ ...left, arm: 'frozen' })
    expect(second.open).toEqual({ adapters: 0, snapshots: 0 })
  })

  it('has a digest of its own, and the same one whenever it is run', async () => {
    const { first, trainOn, hash } = await stored()
    const digest = finished(await ran(hash, { trainOn })).summary.digest
    expect(digest).not.toBe(finished(first).summary.digest)
    expect(finished(await ran(hash, { trainOn })).summary.digest).toBe(digest)
  })

  it('goes on after an interruption without the library, to the same digest', async () => {
    const { trainOn, hash } = await stored()
    const whole = await ran(hash, { trainOn })
    const from = whole.kept[1]
    if (from === undefined) throw new Error('nothing was kept')
    expect(finished(await ran(hash, { from })).summary.digest).toBe(finished(whole).summary.digest)
  })

  it('refuses what was not handed in, what is another checkpoint, another base, and another shape', async () => {
    const { trainOn, hash } = await stored()
    expect(errorOf(await ran(hash))).toEqual({ code: 'CHECKPOINT_UNKNOWN', at: 'adapter.from' })
    expect(errorOf(await ran('0'.repeat(64), { trainOn }))).toEqual({ code: 'CHECKPOINT_CORRUPT', at: 'adapter.from' })
    const foreign = { ...trainOn, adapter: { ...trainOn.adapter, baseHash: 'other' } }
    const foreignHash = await sha256Hex(encodeAdapterCheckpoint(foreign))
    expect(errorOf(await ran(foreignHash, { trainOn: foreign }))).toEqual({ code: 'ADAPTER_MISMATCH', at: 'adapter.from' })
    for (const [setting, value] of Object.entries({ rank: 2, scale: 2, targets: ['v_proj'] })) {
      const spec = specFrom(hash, { [setting]: value })
      expect(errorOf(await ran(hash, { trainOn, spec }))).toEqual({ code: 'ADAPTER_MISMATCH', at: `adapter.${setting}` })
    }
  })

  it('has one adapter, and names the checkpoint by its hash', () => {
    expect(parseRunSpec({ adapter: { from: 'a'.repeat(64) }, agents: { adapters: 'separate' } })).toMatchObject({
      error: { code: 'SPEC_INVALID', at: 'adapter.from' },
    })
    expect(parseRunSpec({ adapter: { from: 'my policy' } })).toMatchObject({ error: { code: 'SPEC_INVALID', at: 'adapter.from' } })
  })
})

const pick = ({ weights, moment1, moment2, version }: CheckpointData) => ({ weights, moment1, moment2, version })
