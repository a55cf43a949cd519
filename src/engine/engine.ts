// The training service in this browser: one device, one resident base, many adapters. Turns requests into passes and
// answers with futures; stamps what it did, whoever asked. Knows no environments, no run and no page.

import { AdapterOptimizer } from '../adapters/adapter-optimizer.ts'
import { AdapterStore } from '../adapters/adapter-store.ts'
import { at, unreachable } from '../base/assert.ts'
import { type TokenloomError, tokenloomError } from '../base/errors.ts'
import { bytesOf, bytesOfText, sha256Hex } from '../base/hash.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { ModelConfig } from '../model/config.ts'
import { Decoder } from '../model/decoder.ts'
import { allocateWeights, freeWeights, uploadWeights } from '../model/device-weights.ts'
import type { LoadedModel } from '../model/load.ts'
import { Sampler } from '../model/sampler.ts'
import type {
  AdamParams,
  AdapterId,
  AdapterSpec,
  CheckpointData,
  EngineStamp,
  ForwardBackwardRequest,
  ForwardBackwardResult,
  ForwardRequest,
  ForwardResult,
  Future,
  LossMetrics,
  MemoryDemand,
  MemoryPlan,
  OptimStepResult,
  SampledSequence,
  SampleRequest,
  SampleResult,
  ServiceDescription,
  SnapshotId,
  SnapshotInfo,
  TrainingService,
} from '../service/index.ts'
import { type MemoryLimits, planMemory } from './memory-plan.ts'
import { cutMicrobatches, ROWS_PER_PASS } from './microbatches.ts'
import { type PartResult, type PassPart, PassRunner } from './passes.ts'
import { type Job, JobQueue } from './queue.ts'
import { validateAdam, validateData, validateLossFor, validateSample } from './validate.ts'
import { sampleWaves } from './waves.ts'

export interface EngineOptions {
  readonly kernels: Kernels
  readonly model: Pick<LoadedModel, 'name' | 'config' | 'tensors' | 'hash' | 'parameters'>
  /** Milliseconds, for durations alone. */
  readonly clock: () => number
  readonly memoryLimitBytes: number
}

type StepRequest = { readonly adapter: AdapterId; readonly params: AdamParams }
type Manage = () => Promise<unknown>

export class Engine implements TrainingService {
  private readonly options: EngineOptions
  private readonly config: ModelConfig
  private readonly decoder: Decoder
  private readonly sampler: Sampler
  private readonly store: AdapterStore
  private readonly optimizer: AdapterOptimizer
  private readonly passes: PassRunner
  private readonly queue: JobQueue

  constructor(options: EngineOptions) {
    const { kernels, model } = options
    this.options = options
    this.config = model.config
    const weights = allocateWeights(kernels, model.config)
    uploadWeights(kernels, model.config, weights, new Map([...model.tensors].map(([name, { values }]) => [name, values])))
    this.decoder = new Decoder(kernels, model.config, weights, model.config.contextTokens)
    this.sampler = new Sampler(this.decoder)
    this.store = new AdapterStore(kernels, model.config, model.hash)
    this.optimizer = new AdapterOptimizer(kernels, this.store)
    this.passes = new PassRunner(this.decoder, this.store.arena)
    this.queue = new JobQueue((batch) => this.serve(batch))
  }

  async describe(): Promise<ServiceDescription> {
    const { kernels, model } = this.options
    const { name, hash, parameters, config } = model
    const base = { name, hash, parameters, contextTokens: config.contextTokens, vocabulary: config.vocabulary }
    return { engine: kernels.engine, device: kernels.device, software: kernels.software, variants: kernels.variants, shaderHash: kernels.shaderHash, base }
  }

  async planMemory(demand: MemoryDemand): Promise<MemoryPlan> {
    const limits: MemoryLimits = { totalBytes: this.options.memoryLimitBytes, bindingBytes: this.options.kernels.bindingLimit }
    return planMemory(this.config, demand, limits)
  }

  createAdapter(spec: AdapterSpec): Promise<AdapterId> {
    return this.manage(null, async () => this.store.create(spec).id)
  }

  freeAdapter(adapter: AdapterId): Promise<void> {
    return this.manage(adapter, async () => this.store.freeAdapter(adapter))
  }

  saveWeightsForSampler(adapter: AdapterId): Promise<SnapshotInfo> {
    return this.manage(adapter, () => this.store.pin(adapter))
  }

  releaseSnapshot(snapshot: SnapshotId): Promise<void> {
    return this.manage(null, async () => this.store.release(snapshot))
  }

  saveState(adapter: AdapterId): Promise<CheckpointData> {
    return this.manage(adapter, () => this.store.save(adapter))
  }

  loadState(checkpoint: CheckpointData): Promise<AdapterId> {
    return this.manage(null, async () => this.store.load(checkpoint).id)
  }

  forward(request: ForwardRequest): Future<ForwardResult> {
    return this.queue.submit('forward', 'adapter' in request.of ? request.of.adapter : null, request)
  }

  forwardBackward(request: ForwardBackwardRequest): Future<ForwardBackwardResult> {
    return this.queue.submit('forwardBackward', request.adapter, request)
  }

  optimStep(adapter: AdapterId, params: AdamParams): Future<OptimStepResult> {
    return this.queue.submit('optimStep', adapter, { adapter, params } satisfies StepRequest)
  }

  sample(request: SampleRequest): Future<SampleResult> {
    return this.queue.submit('sample', null, request)
  }

  /** Rejects everything that waits: the device is gone. */
  fail(reason: unknown): void {
    this.queue.fail(reason)
  }

  dispose(): void {
    this.queue.fail(tokenloomError('CANCELLED', 'The engine was closed.', 'Start the run again.'))
    this.passes.dispose()
    this.sampler.dispose()
    this.optimizer.dispose()
    this.store.dispose()
    this.decoder.dispose()
    freeWeights(this.options.kernels, this.config, this.decoder.weights)
  }

  private manage<Value>(adapter: AdapterId | null, work: () => Promise<Value>): Promise<Value> {
    return this.queue.submit<Manage, Value>('manage', adapter, work).result
  }

  private async serve(batch: readonly Job[]): Promise<void> {
    const { kind } = at(batch, 0)
    switch (kind) {
      case 'forward':
        return this.serveEach(batch as readonly Job<ForwardRequest>[], (jobs) => this.serveForward(jobs))
      case 'forwardBackward':
        return this.serveEach(batch as readonly Job<ForwardBackwardRequest>[], (jobs) => this.serveForwardBackward(jobs))
      case 'optimStep':
        return this.serveEach(batch as readonly Job<StepRequest>[], (jobs) => this.serveSteps(jobs))
      case 'sample':
        return this.serveEach(batch as readonly Job<SampleRequest>[], (jobs) => Promise.all(jobs.map((job) => this.serveSample(job))))
      case 'manage':
        return this.serveEach(batch as readonly Job<Manage>[], (jobs) => Promise.all(jobs.map((job) => job.request())))
      default:
        return unreachable(kind)
    }
  }

  /** Serves jobs together. A job's own fault comes back as its value, so that it stays with its owner. */
  private async serveEach<Request>(batch: readonly Job<Request>[], work: (jobs: readonly Job<Request>[]) => Promise<readonly unknown[]>): Promise<void> {
    const jobs = batch.filter((job) => !job.cancelled)
    const valid = jobs.filter((job) => {
      try {
        this.validate(job)
        return true
      } catch (error) {
        job.reject(error)
        return false
      }
    })
    if (valid.length === 0) return
    const values = await work(valid)
    valid.forEach((job, index) => {
      const value = values[index] // undefined is an answer too: nothing to tell
      if (value instanceof Error) job.reject(value)
      else job.resolve(value as never)
    })
  }

  private validate(job: Job): void {
    const bounds = { vocabulary: this.config.vocabulary, contextTokens: this.config.contextTokens }
    switch (job.kind) {
      case 'forward':
        validateData((job.request as ForwardRequest).data, bounds)
        this.slotOf((job.request as ForwardRequest).of)
        return
      case 'forwardBackward': {
        const { adapter, data, loss } = job.request as ForwardBackwardRequest
        this.store.get(adapter)
        validateData(data, bounds)
        validateLossFor(loss, data)
        return
      }
      case 'optimStep':
        validateAdam((job.request as StepRequest).params)
        this.store.get((job.request as StepRequest).adapter)
        return
      case 'sample':
        validateSample(job.request as SampleRequest, bounds)
        this.store.resolve((job.request as SampleRequest).snapshot)
        return
      case 'manage':
        return
      default:
        unreachable(job.kind)
    }
  }

  private slotOf(of: ForwardRequest['of']): number {
    return 'adapter' in of ? this.store.get(of.adapter).place.slot : this.store.resolve(of.snapshot).slot
  }

  private async serveForward(jobs: readonly Job<ForwardRequest>[]): Promise<readonly (ForwardResult | TokenloomError)[]> {
    const start = this.options.clock()
    const results = await this.runParts(jobs.map(({ request }) => ({ slot: this.slotOf(request.of), data: request.data })))
    return Promise.all(
      jobs.map(async ({ request }, index) => {
        const { logprobs, entropies } = at(results, index)
        const stamp = await this.stampOf(request.of, request.data)
        return { logprobs, entropies, stamp, milliseconds: this.options.clock() - start }
      }),
    )
  }

  private async serveForwardBackward(jobs: readonly Job<ForwardBackwardRequest>[]): Promise<readonly (ForwardBackwardResult | TokenloomError)[]> {
    const start = this.options.clock()
    const results = await this.runParts(
      jobs.map(({ request }) => ({ slot: this.store.get(request.adapter).place.slot, data: request.data, loss: request.loss })),
    )
    return Promise.all(
      jobs.map(async ({ request }, index) => {
        const { logprobs, entropies, baseLogprobs, metrics, fault } = at(results, index)
        if (fault !== undefined) return fault
        const stamp = await this.stampOf({ adapter: request.adapter }, request.data)
        const withBase = (request.loss.klCoefficient ?? 0) > 0 ? { baseLogprobs } : {}
        return { logprobs, entropies, metrics, stamp, milliseconds: this.options.clock() - start, ...withBase }
      }),
    )
  }

  /** Cuts every request by its own data, gathers micro-batches into passes, and joins the pieces again. */
  private async runParts(requests: readonly PassPart[]): Promise<readonly PartResult[]> {
    const cuts = requests.map(({ data }) => cutMicrobatches(data, ROWS_PER_PASS))
    const rounds = Math.max(...cuts.map((list) => list.length), 0)
    const pieces: PartResult[][] = requests.map(() => [])
    for (let round = 0; round < rounds; round++) {
      const members = requests.flatMap((request, index) => {
        const cut = cuts[index]?.[round]
        return cut === undefined ? [] : [{ index, part: { ...request, data: request.data.slice(...cut) } }]
      })
      const results = await this.passes.run(members.map(({ part }) => part))
      members.forEach(({ index }, i) => {
        at(pieces, index).push(at(results, i))
      })
    }
    return pieces.map(joinPieces)
  }

  private async serveSteps(jobs: readonly Job<StepRequest>[]): Promise<readonly OptimStepResult[]> {
    const start = this.options.clock()
    const results = await this.optimizer.step(jobs.map(({ request }) => ({ adapter: this.store.get(request.adapter), params: request.params })))
    return results.map((result) => ({ ...result, milliseconds: this.options.clock() - start }))
  }

  private async serveSample(job: Job<SampleRequest>): Promise<SampleResult> {
    const start = this.options.clock()
    const { request } = job
    const { slot, info } = this.store.resolve(request.snapshot)
    const sequences: SampledSequence[] = []
    for (const prompts of sampleWaves(request.prompts, request.params.maxTokens, this.config, this.options.kernels.bindingLimit)) {
      const call = { slot, prompts, params: request.params, key: request.key, cancelled: () => job.cancelled }
      sequences.push(...(await this.sampler.sample(slot === 0 ? call : { ...call, factors: this.store.arena.factors })))
    }
    const tokens = joinTokens(request.prompts.map((prompt) => prompt.tokens))
    const stamp = { snapshotHash: info.hash, version: info.version, inputHash: await sha256Hex(bytesOf(tokens)) }
    return { sequences, stamp, milliseconds: this.options.clock() - start }
  }

  private async stampOf(of: ForwardRequest['of'], data: ForwardRequest['data']): Promise<EngineStamp> {
    const inputHash = await sha256Hex(bytesOfText(data.map(({ id }) => id).join('\n')))
    if ('snapshot' in of) {
      const { info } = this.store.resolve(of.snapshot)
      return { snapshotHash: info.hash, version: info.version, inputHash }
    }
    return { snapshotHash: '', version: this.store.get(of.adapter).version, inputHash }
  }
}

function joinPieces(pieces: readonly PartResult[]): PartResult {
  const sum = (field: keyof LossMetrics): number => pieces.reduce((total, { metrics }) => total + metrics[field], 0)
  const fault = pieces.find((piece) => piece.fault !== undefined)?.fault
  return {
    ...(fault === undefined ? {} : { fault }),
    logprobs: pieces.flatMap(({ logprobs }) => logprobs),
    entropies: pieces.flatMap(({ entropies }) => entropies),
    baseLogprobs: pieces.flatMap(({ baseLogprobs }) => baseLogprobs),
    metrics: {
      lossSum: sum('lossSum'),
      trainedTokens: sum('trainedTokens'),
      rows: sum('rows'),
      clippedTokens: sum('clippedTokens'),
      klSum: sum('klSum'),
      entropySum: sum('entropySum'),
    },
  }
}

/** All prompts, each after its length, so that different splits have different hashes. */
function joinTokens(prompts: readonly Uint32Array[]): Uint32Array {
  const joined = new Uint32Array(prompts.reduce((sum, tokens) => sum + tokens.length + 1, 0))
  let offset = 0
  for (const tokens of prompts) {
    joined[offset] = tokens.length
    joined.set(tokens, offset + 1)
    offset += tokens.length + 1
  }
  return joined
}
