// Serves batches of requests on one device: validates each, runs the passes that they share, stamps what was done. Owns the
// base, the adapters, the sampler and the optimizer. Knows requests and versions; does not know in what order they came
// (queue.ts) or who asked.

import { AdapterOptimizer } from '../adapters/adapter-optimizer.ts'
import { AdapterStore } from '../adapters/adapter-store.ts'
import { at, unreachable } from '../base/assert.ts'
import type { TokenloomError } from '../base/errors.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { ModelConfig } from '../model/config.ts'
import { Decoder } from '../model/decoder.ts'
import { allocateWeights, freeWeights, uploadWeights } from '../model/device-weights.ts'
import type { LoadedModel } from '../model/load.ts'
import { Sampler } from '../model/sampler.ts'
import type {
  AdamParams,
  AdapterId,
  EngineStamp,
  ForwardBackwardRequest,
  ForwardBackwardResult,
  ForwardRequest,
  ForwardResult,
  OptimStepResult,
  SampledSequence,
  SampleRequest,
  SampleResult,
} from '../service/index.ts'
import { PassRunner } from './passes.ts'
import type { Job } from './queue.ts'
import { runParts } from './run-parts.ts'
import { hashOfData, hashOfPrompts } from './stamps.ts'
import { validateAdam, validateData, validateLossFor, validateSample } from './validate.ts'
import { sampleWaves } from './waves.ts'

export interface ServingOptions {
  readonly kernels: Kernels
  readonly model: Pick<LoadedModel, 'name' | 'config' | 'tensors' | 'hash' | 'parameters'>
  /** Milliseconds, for durations alone. */
  readonly clock: () => number
}

export type StepRequest = { readonly adapter: AdapterId; readonly params: AdamParams }
export type Manage = () => Promise<unknown>

export class Serving {
  readonly store: AdapterStore
  private readonly options: ServingOptions
  private readonly config: ModelConfig
  private readonly decoder: Decoder
  private readonly sampler: Sampler
  private readonly optimizer: AdapterOptimizer
  private readonly passes: PassRunner

  constructor(options: ServingOptions) {
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
  }

  dispose(): void {
    this.passes.dispose()
    this.sampler.dispose()
    this.optimizer.dispose()
    this.store.dispose()
    this.decoder.dispose()
    freeWeights(this.options.kernels, this.config, this.decoder.weights)
  }

  /** One batch of a kind. Rejects as a whole only when the device fails. */
  async serve(batch: readonly Job[]): Promise<void> {
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
    const results = await runParts(
      this.passes,
      jobs.map(({ request }) => ({ slot: this.slotOf(request.of), data: request.data })),
    )
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
    const results = await runParts(
      this.passes,
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
    const stamp = { snapshotHash: info.hash, version: info.version, inputHash: await hashOfPrompts(request.prompts) }
    return { sequences, stamp, milliseconds: this.options.clock() - start }
  }

  private async stampOf(of: ForwardRequest['of'], data: ForwardRequest['data']): Promise<EngineStamp> {
    const inputHash = await hashOfData(data)
    if ('snapshot' in of) {
      const { info } = this.store.resolve(of.snapshot)
      return { snapshotHash: info.hash, version: info.version, inputHash }
    }
    return { snapshotHash: '', version: this.store.get(of.adapter).version, inputHash }
  }
}
