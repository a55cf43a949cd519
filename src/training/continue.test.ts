import { beforeAll, describe, expect, it } from 'vitest'
import { unwrap } from '../base/result.ts'
import { countingGame } from '../environments/testing/counting.ts'
import type { RunEventBody } from '../record/events.ts'
import { decodeRunCheckpoint, encodeRunCheckpoint, type RunCheckpoint } from '../record/run-checkpoint.ts'
import type { RunSpec } from '../record/spec.ts'
import { parseRunSpec } from '../record/spec-schema.ts'
import type { ServiceDescription } from '../service/index.ts'
import { createRunControl } from './run-control.ts'
import { type RunOutcome, type RunRequest, runTraining } from './run-training.ts'
import { asciiTokenizer } from './testing/ascii-tokenizer.ts'
import { createFakeService } from './testing/fake-service.ts'

const SPEC = unwrap(
  parseRunSpec({
    steps: 5,
    environment: { id: 'counting-v1', config: { rounds: 1 } },
    rollout: { groups: 3, groupSize: 4 },
    optimizer: { learningRate: 0.3, warmupSteps: 2 },
    evaluation: { problems: 8, every: 2 },
    controls: ['random', 'shuffled', 'frozen'],
  }),
)

interface Ran {
  readonly outcome: RunOutcome
  readonly log: readonly RunEventBody[]
  /** What was kept, as bytes, with the length of the log up to its event. */
  readonly kept: readonly { readonly step: number; readonly bytes: Uint8Array<ArrayBuffer>; readonly length: number }[]
  readonly open: { readonly adapters: number; readonly snapshots: number }
}

/** A run in a world of its own, as after a reload. The log of the run before is given to go on with. */
async function ran(options: Partial<RunRequest> = {}, before: readonly RunEventBody[] = [], onEvent: (event: RunEventBody) => void = () => {}): Promise<Ran> {
  const service = createFakeService()
  const log = [...before]
  const kept: { step: number; bytes: Uint8Array<ArrayBuffer>; length: number }[] = []
  const emit = (body: RunEventBody): void => {
    log.push(body)
    onEvent(body)
  }
  let time = 0
  const outcome = await runTraining({
    spec: SPEC,
    service,
    tokenizer: asciiTokenizer,
    environment: countingGame(),
    // Every look at the clock is ten seconds after the last: a checkpoint is due at every step.
    clock: () => (time += 10_000),
    emit,
    keep(event, bytes) {
      emit(event)
      kept.push({ step: event.step, bytes, length: log.length })
    },
    ...options,
  })
  return { outcome, log, kept, open: service.open() }
}

const checkpointOf = ({ bytes }: { readonly bytes: Uint8Array<ArrayBuffer> }): RunCheckpoint => unwrap(decodeRunCheckpoint(bytes))

/** What was decided and learned, each step once: without durations, and without what only says how it went. */
const decided = (log: readonly RunEventBody[]): unknown[] =>
  log
    .filter(({ kind }) => !['checkpointed', 'continued', 'phase', 'states', 'paused', 'resumed'].includes(kind))
    .map((event) => ({
      ...event,
      milliseconds: 0,
      ...(event.kind === 'stepped' ? { agents: event.agents?.map((agent) => ({ ...agent, milliseconds: 0 })) } : {}),
      ...(event.kind === 'finished' ? { summary: { ...event.summary, ...NO_RATES } } : {}),
    }))
const NO_RATES = { rolloutTokensPerSecond: 0, trainTokensPerSecond: 0, seconds: 0, agents: [] }

const finished = ({ outcome }: Ran) => {
  if (outcome.kind !== 'finished') throw new Error(JSON.stringify(outcome))
  const { weights, moment1, moment2, version } = outcome.checkpoint
  return { digest: outcome.summary.digest, weights, moment1, moment2, version }
}

let whole: Ran
beforeAll(async () => {
  whole = await ran()
})

describe('a run that is interrupted and goes on', () => {
  it('ends as if it had never been, whichever step it was interrupted after', async () => {
    expect(whole.kept.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4])
    for (const kept of whole.kept) {
      // What the log holds beyond the checkpoint is cut off, as the store does.
      const rest = await ran({ from: checkpointOf(kept) }, whole.log.slice(0, kept.length))
      expect(rest.log[kept.length]).toEqual({ kind: 'continued', step: kept.step })
      expect(finished(rest)).toEqual(finished(whole))
      expect(decided(rest.log)).toEqual(decided(whole.log))
      expect(rest.open).toEqual({ adapters: 0, snapshots: 0 })
    }
  })

  it('may be interrupted again and again', async () => {
    let part = whole
    for (const step of [0, 1, 2, 3, 4]) {
      const kept = part.kept.find((one) => one.step === step) ?? part.kept.at(-1)
      if (kept === undefined) throw new Error('nothing was kept')
      part = await ran({ from: checkpointOf(kept) }, part.log.slice(0, kept.length))
    }
    expect(finished(part)).toEqual(finished(whole))
    expect(decided(part.log)).toEqual(decided(whole.log))
  })

  it('is not changed by being kept', async () => {
    const none = await ran({ clock: () => 0 })
    expect(none.kept.length).toBe(1)
    expect(finished(none)).toEqual(finished(whole))
  })

  it.each<[string, number, (event: RunEventBody) => boolean]>([
    ['in the middle of a rollout', 2, (event) => event.kind === 'phase' && event.phase === 'rollout' && event.step === 3],
    ['before the first update of a step', 2, (event) => event.kind === 'phase' && event.phase === 'updating' && event.step === 3],
    // The last boundary is gone then: it goes on from the checkpoint before it.
    ['when one arm is ahead of the others', 0, (event) => event.kind === 'stepped' && event.arm === 'policy' && event.step === 3],
  ])('goes on after a stop %s', async (_, step, when) => {
    const control = createRunControl()
    const stopped = await ran({ control, clock: () => 0 }, [], (event) => when(event) && control.stop())
    expect(stopped.outcome.kind).toBe('stopped')
    const kept = stopped.kept.at(-1)
    if (kept === undefined) throw new Error('nothing was kept')
    expect(kept.step).toBe(step)
    const rest = await ran({ from: checkpointOf(kept) }, stopped.log.slice(0, kept.length))
    expect(finished(rest)).toEqual(finished(whole))
    expect(decided(rest.log)).toEqual(decided(whole.log))
  })

  it('is kept when it pauses and when somebody asks, and else only when time has passed', async () => {
    const control = createRunControl()
    const { kept } = await ran({ control, clock: () => 0 }, [], (event) => {
      if (event.kind === 'stepped' && event.arm === 'frozen' && event.step === 2) control.pause()
      if (event.kind === 'paused') setTimeout(control.resume)
      if (event.kind === 'stepped' && event.arm === 'policy' && event.step === 4) control.save()
    })
    expect(kept.map(({ step }) => step)).toEqual([0, 2, 4])
  })
})

describe('a checkpoint that does not fit', () => {
  const keptAt = (step: number): RunCheckpoint => {
    const kept = whole.kept[step]
    if (kept === undefined) throw new Error('nothing was kept')
    return checkpointOf(kept)
  }
  const refusal = async (from: RunCheckpoint, spec: RunSpec = SPEC) => {
    const { outcome, log, open } = await ran({ from, spec })
    expect(open).toEqual({ adapters: 0, snapshots: 0 })
    expect(log).toEqual([])
    return outcome.kind === 'failed' ? outcome.error : outcome.kind
  }
  const under = (from: RunCheckpoint, change: Partial<ServiceDescription>): RunCheckpoint => ({ ...from, service: { ...from.service, ...change } })

  it('is refused on another engine, device, base or shader, and says what differs', async () => {
    const from = keptAt(2)
    for (const [change, words] of [
      [{ engine: 'wgsl' }, 'the engine was wgsl and is cpu'],
      [{ device: 'another' }, 'the device was another and is tabular'],
      [{ base: { ...from.service.base, hash: 'a'.repeat(64) } }, 'the hash of the base was aaaaaaaaaaaa and is base'],
      [{ shaderHash: 'x' }, 'the hash of the shaders was x'],
    ] as const) {
      expect(await refusal(under(from, change))).toMatchObject({ code: 'RUN_PINNED', message: expect.stringContaining(words) })
    }
    expect(await refusal(from, { ...SPEC, steps: 6 })).toMatchObject({ code: 'RUN_PINNED', message: expect.stringContaining('the settings are others') })
  })

  it('goes on where another of several kernels with equal bits is the faster one today', async () => {
    const kept = whole.kept[2]
    if (kept === undefined) throw new Error('nothing was kept')
    const rest = await ran({ from: under(checkpointOf(kept), { variants: { matmul: 'blocks' } }) }, whole.log.slice(0, kept.length))
    expect(finished(rest)).toEqual(finished(whole))
  })

  it('is refused when its weights are not those that the run had', async () => {
    const from = keptAt(2)
    const arms = from.arms.map((arm) => ({ ...arm, snapshotHash: arm.arm === 'shuffled' ? 'other' : arm.snapshotHash }))
    expect(await refusal({ ...from, arms })).toMatchObject({ code: 'CHECKPOINT_CORRUPT' })
    expect(await refusal({ ...from, arms: from.arms.slice(1) })).toMatchObject({ code: 'CHECKPOINT_CORRUPT' })
  })

  it('is the same after its bytes', () => {
    const from = keptAt(3)
    expect(unwrap(decodeRunCheckpoint(encodeRunCheckpoint(from)))).toEqual(from)
  })
})
