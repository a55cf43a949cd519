import { beforeAll, describe, expect, it } from 'vitest'
import { tokenloomError } from '../base/errors.ts'
import { sha256Hex } from '../base/hash.ts'
import type { Json } from '../base/json.ts'
import { arithmetic } from '../environments/arithmetic/arithmetic.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { countingGame } from '../environments/testing/counting.ts'
import type { RunEventBody } from '../record/events.ts'
import { parseRunSpec } from '../record/spec-schema.ts'
import { decodeTokens } from '../record/token-blob.ts'
import { BASE_SNAPSHOT } from '../service/index.ts'
import { createRunControl, type RunGate } from './run-control.ts'
import { type RunOutcome, runTraining, type SavedAdapter } from './run-training.ts'
import type { TokenBytes } from './setting.ts'
import { asciiTokenizer } from './testing/ascii-tokenizer.ts'
import { createFakeService, type FakeService } from './testing/fake-service.ts'

interface Ran {
  readonly outcome: RunOutcome
  readonly events: readonly RunEventBody[]
  readonly blobs: readonly TokenBytes[]
  readonly service: FakeService
}

interface RanOptions {
  readonly environment?: EnvironmentDefinition
  readonly service?: FakeService
  readonly control?: RunGate
  readonly onEvent?: (event: RunEventBody) => void
  readonly keepPolicy?: (adapters: readonly SavedAdapter[]) => void
}

const merge = (base: Json, more: Json): Json =>
  typeof base === 'object' && typeof more === 'object' && base !== null && more !== null && !Array.isArray(base) && !Array.isArray(more)
    ? Object.fromEntries(
        [...new Set([...Object.keys(base), ...Object.keys(more)])].map((key) => [
          key,
          merge((base as Record<string, Json>)[key] ?? null, (more as Record<string, Json>)[key] ?? (base as Record<string, Json>)[key] ?? null),
        ]),
      )
    : more

const SMALL: Json = {
  steps: 4,
  environment: { id: 'counting-v1', config: { rounds: 1 } },
  rollout: { groups: 4, groupSize: 4 },
  optimizer: { learningRate: 0.3, warmupSteps: 0 },
  evaluation: { problems: 16, every: 2 },
}

async function ran(changes: Json = {}, options: RanOptions = {}): Promise<Ran> {
  const spec = parseRunSpec(merge(SMALL, changes))
  if (!spec.ok) throw spec.error
  const service = options.service ?? createFakeService()
  const events: RunEventBody[] = []
  const blobs: TokenBytes[] = []
  let time = 0
  const outcome = await runTraining({
    spec: spec.value,
    service,
    tokenizer: asciiTokenizer,
    environment: options.environment ?? countingGame(),
    clock: () => time++,
    ...(options.control === undefined ? {} : { control: options.control }),
    ...(options.keepPolicy === undefined ? {} : { keepPolicy: options.keepPolicy }),
    emit(body, blob) {
      events.push(body)
      if (blob !== undefined && body.kind === 'tokens') blobs.push(blob)
      options.onEvent?.(body)
    },
  })
  return { outcome, events, blobs, service }
}

const of = <K extends RunEventBody['kind']>({ events }: Ran, kind: K) =>
  events.filter((event): event is Extract<RunEventBody, { kind: K }> => event.kind === kind)
const summaryOf = ({ outcome }: Ran) => {
  if (outcome.kind !== 'finished') throw new Error(JSON.stringify(outcome))
  return outcome.summary
}

it('examples are cut finer than rollouts where the run says so, at the same learning rates, and never finer than they are', async () => {
  const steps = async (imitation: Json) =>
    of(await ran({ imitation, objective: { minibatches: 2 }, optimizer: { warmupSteps: 3 } }), 'stepped').map(({ version, metrics, imitated }) => ({
      ...{ version, rate: metrics.learningRate, imitated },
    }))
  const [plain, finer, finest] = [await steps({ steps: 2 }), await steps({ steps: 2, minibatches: 8 }), await steps({ steps: 2, minibatches: 200 })]
  const versions = (steps: typeof plain) => steps.slice(0, 2).map(({ version }) => version)
  // Sixteen examples a step.
  expect([plain, finer, finest].map(versions)).toEqual([
    [2, 4],
    [8, 16],
    [16, 32],
  ])
  for (const cut of [finer, finest]) expect(cut.map(({ rate, imitated }) => [rate, imitated])).toEqual(plain.map(({ rate, imitated }) => [rate, imitated]))
})

it('rewards are learned from at their share of the rate once examples have been, and at all of it where none have', async () => {
  const rates = async (imitation: Json) => of(await ran({ steps: 4, imitation }), 'stepped').map(({ metrics }) => metrics.learningRate)
  const plain = await rates({ steps: 2 })
  expect(await rates({ steps: 2, rewardRate: 0.25 })).toEqual(plain.map((rate, step) => (step < 2 ? rate : 0.25 * rate)))
  expect(await rates({ steps: 0, rewardRate: 0.25 })).toEqual(await rates({ steps: 0 }))
})

it('the policy is measured right after its last step that imitated, whenever else evaluations come', async () => {
  const run = await ran({ steps: 5, imitation: { steps: 3 }, evaluation: { problems: 16, every: 4 } })
  const at = (event: RunEventBody): string[] =>
    event.kind === 'stepped'
      ? [`step ${event.step}${event.imitated === true ? ' imitated' : ''}`]
      : event.kind === 'evaluated'
        ? [`measured ${event.evaluation.step}`]
        : []
  expect(run.events.flatMap(at)).toEqual([
    ...['measured 0', 'step 1 imitated', 'step 2 imitated', 'step 3 imitated', 'measured 3', 'step 4', 'measured 4', 'step 5', 'measured 5'],
  ])
})

describe('a run by rewards', () => {
  let long: Ran
  beforeAll(async () => {
    long = await ran({ steps: 12, rollout: { groups: 8, groupSize: 8 }, controls: ['random', 'shuffled', 'frozen'], evaluation: { problems: 64, every: 4 } })
  })

  it('learns, while frozen stays exactly where it was and shuffled does not learn the task', () => {
    const { baseSampled, final, finalGreedy, controls } = summaryOf(long)
    expect(baseSampled).toBeLessThan(5.5)
    expect(final).toBeGreaterThan(8)
    expect(finalGreedy).toBe(9)
    expect(controls.frozen).toBe(baseSampled)
    expect(controls.shuffled).toBeLessThan(7)
    expect(controls.random).toBeLessThan(baseSampled)
  })

  it('has a logprob gap of exactly 0 over every trained token, in every minibatch', () => {
    expect(summaryOf(long).logprobGap).toBe(0)
    for (const { metrics } of of(long, 'stepped')) expect(metrics.logprobGap).toBe(0)
  })

  it('is evaluated before the first step, as often as asked, and after the last, for every arm', () => {
    const seen = of(long, 'evaluated').map(({ evaluation }) => `${evaluation.arm}@${evaluation.step}`)
    expect(seen).toEqual([0, 4, 8, 12].flatMap((step) => ['policy', 'random', 'shuffled', 'frozen'].map((arm) => `${arm}@${step}`)))
    const { sampledError, problems } = of(long, 'evaluated')[0]?.evaluation ?? { sampledError: 0, problems: 0 }
    expect(sampledError).toBeGreaterThan(0)
    expect(problems).toBe(64)
  })

  it('tells every step of every arm, in order, with tokens that match their reference', async () => {
    expect(long.events[0]?.kind).toBe('started')
    expect(long.events.at(-1)?.kind).toBe('finished')
    expect(of(long, 'stepped').map(({ arm, step }) => `${arm}@${step}`)).toEqual(
      Array.from({ length: 12 }, (_, i) => ['policy', 'random', 'shuffled', 'frozen'].map((arm) => `${arm}@${i + 1}`)).flat(),
    )
    for (const [index, { ref }] of of(long, 'tokens').entries()) {
      const blob = long.blobs[index]
      if (blob === undefined) throw new Error('a reference without bytes')
      expect([ref.bytes, ref.hash]).toEqual([blob.bytes.length, await sha256Hex(blob.bytes)])
      const decoded = decodeTokens(blob.bytes)
      expect(decoded.ok && [decoded.value.arm, decoded.value.step, decoded.value.episodes.length]).toEqual([ref.arm, ref.step, ref.episodes])
    }
  })

  it('plays the same start states in every arm, siblings alike, and trains the policy under the version that wrote', () => {
    const blob = long.blobs.find(({ arm, step }) => arm === 'policy' && step === 3)
    const decoded = blob === undefined ? undefined : decodeTokens(blob.bytes)
    if (decoded?.ok !== true) throw new Error('no tokens')
    for (const { trajectory, advantages, trained } of decoded.value.episodes) {
      trajectory.lossMask.forEach((bit, i) => {
        if (bit === 1) expect(trajectory.versions[i]).toBe(4)
        else expect(advantages[i]).toBe(0)
      })
      if (!trained) expect(advantages.every((advantage) => advantage === 0)).toBe(true)
    }
  })

  it('takes no optimizer step for controls that do not train, and leaves nothing open', () => {
    for (const { arm, version, metrics } of of(long, 'stepped')) {
      if (arm === 'frozen' || arm === 'random') expect([version, metrics.trainedTokens, metrics.gradNorm]).toEqual([0, 0, 0])
      else expect(version).toBeGreaterThan(0)
    }
    expect(long.service.open()).toEqual({ adapters: 0, snapshots: 0 })
  })

  it('never updates between the first prompt of a rollout and its last token', () => {
    const { calls } = long.service
    expect(calls.filter((call) => call === 'optimStep').length).toBe(calls.filter((call) => call === 'forwardBackward').length)
    calls.forEach((call, index) => {
      if (call === 'optimStep') expect(calls[index - 1]).toBe('forwardBackward')
    })
  })
})

describe('the digest', () => {
  it('is the same for the same spec, another for another seed or setting, and blind to time', async () => {
    const one = summaryOf(await ran())
    const two = summaryOf(await ran())
    expect(two.digest).toBe(one.digest)
    expect(summaryOf(await ran({ seed: 2 })).digest).not.toBe(one.digest)
    expect(summaryOf(await ran({ optimizer: { learningRate: 0.2 } })).digest).not.toBe(one.digest)
  })

  it('does not change when the run was paused and resumed, or stepped through by hand', async () => {
    const plain = summaryOf(await ran())
    const control = createRunControl()
    const paused = await ran(
      {},
      {
        control,
        onEvent(event) {
          if (event.kind === 'stepped' && event.step === 1) control.pause()
          // A hand needs at least a moment.
          if (event.kind === 'paused') setTimeout(event.step < 3 ? control.step : control.resume)
        },
      },
    )
    expect(of(paused, 'paused').map(({ step }) => step)).toEqual([1, 2, 3])
    expect(of(paused, 'resumed').length).toBe(3)
    expect(summaryOf(paused).digest).toBe(plain.digest)
  })

  it('moves at every step', async () => {
    const digests = of(await ran(), 'stepped').map(({ digest }) => digest)
    expect(new Set(digests).size).toBe(4)
  })
})

describe('losses and advantages', () => {
  it.each<[string, Json]>([
    ['importance_sampling', { objective: { loss: 'importance_sampling', advantage: 'rloo' } }],
    ['cispo', { objective: { loss: 'cispo', clipLow: 0, clipHigh: 4, advantage: 'grpo_no_std' } }],
    ['dro', { objective: { loss: 'dro', beta: 0.05 } }],
    ['ppo with KL', { objective: { klCoefficient: 0.01 } }],
    ['one minibatch', { objective: { minibatches: 1 } }],
    ['another temperature', { rollout: { temperature: 0.7 } }],
  ])(
    'learns with %s, gap 0',
    async (_, changes) => {
      const result = await ran(merge({ steps: 12, rollout: { groups: 8, groupSize: 8 }, evaluation: { problems: 64, every: 12 } }, changes))
      expect(summaryOf(result).final).toBeGreaterThan(summaryOf(result).baseSampled + 1.5)
      expect(summaryOf(result).logprobGap).toBe(0)
      expect(of(result, 'stepped').at(-1)?.metrics.klToBase).toBeGreaterThan(0)
    },
    30_000,
  )

  it('drops groups without spread, counts them, and leaves out updates that have nothing to learn from without calling them broken', async () => {
    const constant = {
      ...countingGame({ illegalAction: { kind: 'lose', reward: 1 } }),
      step: (...args: Parameters<ReturnType<typeof countingGame>['step']>) => ({ ...countingGame().step(...args), rewards: { counter: 1 } }),
    }
    const lenient = { ...constant, legalActions: () => ({ kind: 'any' as const }), parse: () => ({ ok: true as const, value: 1 }) }
    const result = await ran({ steps: 1 }, { environment: lenient })
    const metrics = of(result, 'stepped')[0]?.metrics
    expect(metrics).toMatchObject({ groups: 4, droppedGroups: 4, skippedUpdates: 0, trainedTokens: 0, loss: 0 })
    expect(result.service.calls).not.toContain('optimStep')
  })

  it('counts episodes that ran out of tokens', async () => {
    const result = await ran({ steps: 1, rollout: { maxTokensPerTurn: 1 } })
    expect(of(result, 'stepped')[0]?.metrics).toMatchObject({ truncatedShare: 1, completionTokensMax: 1 })
  })
})

describe('a supervised run', () => {
  it('learns from demonstrations over the same data path', async () => {
    const result = await ran({
      preset: 'arithmetic-sft',
      steps: 10,
      rollout: { groups: 8, groupSize: 1 },
      optimizer: { learningRate: 1 },
      controls: ['shuffled'],
    })
    expect(summaryOf(result).finalGreedy).toBe(9)
    expect(summaryOf(result).final).toBeGreaterThan(8)
    const request = result.service.requests.forwardBackward[0]
    expect(request?.loss.name).toBe('cross_entropy')
    expect(request?.data.every((datum) => datum.samplingLogprobs === undefined)).toBe(true)
    expect(of(result, 'stepped')[0]?.metrics).toMatchObject({ sampledTokens: 0, trainedTokens: 16, rewardMean: 9 })
  })
})

describe('arithmetic', () => {
  it('plays through the loop: problems of the train split in rollouts, of the held-out split in evaluations', async () => {
    const result = await ran(
      { preset: 'arithmetic', steps: 1, environment: { id: 'arithmetic-v1', config: {} } },
      { environment: { ...arithmetic, parseConfig: () => arithmetic.parseConfig({}) } },
    )
    expect(result.outcome.kind).toBe('finished')
    expect(of(result, 'stepped')[0]?.metrics.groups).toBe(4)
  })
})

describe('a run that cannot go on', () => {
  const errorOf = ({ outcome }: Ran) => (outcome.kind === 'failed' ? outcome.error.code : outcome.kind)

  it('hands out the policy at every evaluation in the middle, which changes nothing that it decides', async () => {
    const kept: { readonly step: number; readonly version: number; readonly hash: string }[] = []
    let step = 0
    const told = await ran(
      { steps: 5, controls: ['frozen'] },
      {
        onEvent: (event) => {
          if (event.kind === 'stepped' && event.arm === 'policy') step = event.step
        },
        keepPolicy: (adapters) => kept.push(...adapters.map(({ checkpoint }) => ({ step, version: checkpoint.version, hash: checkpoint.hash }))),
      },
    )
    expect(kept.map((one) => one.step)).toEqual([2, 4])
    expect(kept.map(({ version }) => version)).toEqual(
      of(told, 'stepped').flatMap((event) => (event.arm === 'policy' && [2, 4].includes(event.step) ? [event.version] : [])),
    )
    expect(kept[0]?.hash).not.toBe(kept[1]?.hash)
    expect(summaryOf(told).digest).toBe(summaryOf(await ran({ steps: 5, controls: ['frozen'] })).digest)
  })

  it('is stopped by hand: what was learned is kept, what was open is closed', async () => {
    const control = createRunControl()
    const result = await ran({}, { control, onEvent: (event) => event.kind === 'phase' && event.phase === 'rollout' && event.step === 3 && control.stop() })
    expect(result.outcome).toMatchObject({ kind: 'stopped', step: 2 })
    expect(result.outcome.kind === 'stopped' && result.outcome.checkpoint?.version).toBe(4)
    expect(result.events.at(-1)).toEqual({ kind: 'stopped', step: 2 })
    expect(result.service.open()).toEqual({ adapters: 0, snapshots: 0 })
  })

  it('says NOT_FINITE when the loss is no number', async () => {
    const service = createFakeService()
    const poisoned: FakeService = {
      ...service,
      forwardBackward(request) {
        const { result, cancel } = service.forwardBackward(request)
        return { result: result.then((good) => ({ ...good, metrics: { ...good.metrics, lossSum: Number.NaN } })), cancel }
      },
    }
    const result = await ran({}, { service: poisoned })
    expect(errorOf(result)).toBe('NOT_FINITE')
    expect(result.events.at(-1)).toMatchObject({ kind: 'failed', error: { code: 'NOT_FINITE' } })
    expect(service.open()).toEqual({ adapters: 0, snapshots: 0 })
  })

  it('counts updates that the engine refused, and goes on', async () => {
    const service = createFakeService()
    const careful: FakeService = {
      ...service,
      optimStep: () => ({ result: Promise.resolve({ version: 0, gradNorm: Number.NaN, skipped: true, milliseconds: 0 }), cancel: () => {} }),
    }
    const result = await ran({ steps: 2 }, { service: careful })
    expect(of(result, 'stepped').map(({ metrics }) => [metrics.skippedUpdates, metrics.gradNorm])).toEqual([
      [2, 0],
      [2, 0],
    ])
  })

  it('refuses to go on with a version that its steps did not make, and with a policy that still speaks as the base', async () => {
    const service = createFakeService()
    const lying: FakeService = {
      ...service,
      optimStep(adapter, params) {
        const { result, cancel } = service.optimStep(adapter, params)
        return { result: result.then((good) => ({ ...good, skipped: true })), cancel }
      },
    }
    expect(errorOf(await ran({ steps: 2 }, { service: lying }))).toBe('ADAPTER_CANARY')
    const other = createFakeService()
    const deaf: FakeService = { ...other, forward: (request) => other.forward({ ...request, of: { snapshot: BASE_SNAPSHOT } }) }
    expect(errorOf(await ran({ steps: 2 }, { service: deaf }))).toBe('ADAPTER_CANARY')
  })

  it('shows a gap when training sees other logprobs than sampling recorded', async () => {
    const service = createFakeService()
    const drifting: FakeService = {
      ...service,
      sample(request) {
        const { result, cancel } = service.sample(request)
        return {
          result: result.then((good) => ({
            ...good,
            sequences: good.sequences.map((one) => ({ ...one, logprobs: one.logprobs.map((logprob) => logprob - 0.125) })),
          })),
          cancel,
        }
      },
    }
    expect(summaryOf(await ran({}, { service: drifting })).logprobGap).toBeCloseTo(0.125, 5)
  })

  it('refuses tokens that another version wrote', async () => {
    const service = createFakeService()
    const stale: FakeService = { ...service, sample: (request) => service.sample({ ...request, snapshot: 'base' }) }
    expect(errorOf(await ran({}, { service: stale }))).toBe('INTERNAL')
  })

  it('refuses a plan that does not fit, naming the setting', async () => {
    const service: FakeService = {
      ...createFakeService(),
      planMemory: async () => ({ items: [{ name: 'kvCache', bytes: 3e9, setting: 'rollout.groups' }], totalBytes: 4e9, limitBytes: 1e9, fits: false }),
    }
    const result = await ran({}, { service })
    expect(result.outcome).toMatchObject({ kind: 'failed', error: { code: 'MEMORY_PLAN', at: 'rollout.groups' } })
    expect(result.events.map(({ kind }) => kind)).toEqual(['started', 'failed'])
  })

  it('names a setting that the environment refuses, before anything starts', async () => {
    const result = await ran({ environment: { config: { rounds: 99 } } })
    expect(result.outcome).toMatchObject({ kind: 'failed', error: { code: 'SPEC_INVALID', at: 'environment.config.rounds' } })
    expect(result.events).toEqual([])
  })

  it('names an environment that throws in most episodes', async () => {
    const broken = {
      ...countingGame(),
      step: () => {
        throw new Error('broken rules')
      },
    }
    expect(errorOf(await ran({}, { environment: broken }))).toBe('ENVIRONMENT_INVALID')
  })

  it('passes on what the service says when it dies', async () => {
    const service: FakeService = {
      ...createFakeService(),
      sample: () => ({ result: Promise.reject(tokenloomError('WORKER_DEAD', 'The engine stopped.', 'Reload.')), cancel: () => undefined }),
    }
    expect(errorOf(await ran({}, { service }))).toBe('WORKER_DEAD')
  })
})
