// Serves batches of requests on one device: validates each, runs the passes that they share, stamps what was done. Owns the
// base, the adapters, the sampler and the optimizer. Knows requests and versions; does not know in what order they came
// (queue.ts) or who asked.

import { AdapterOptimizer } from '../adapters/adapter-optimizer.ts'
import { AdapterStore, type StoreOptions } from '../adapters/adapter-store.ts'
import { at, unreachable } from '../base/assert.ts'
import { TokenloomError } from '../base/errors.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { ModelConfig } from '../model/config.ts'
import { Decoder } from '../model/decoder.ts'
import { allocateWeights, freeWeights, uploadWeights } from '../model/device-weights.ts'
import type { LoadedModel } from '../model/load.ts'
import { Sampler } from '../model/sampler.ts'
import { hashOfDeviceWeights } from '../model/weight-hash.ts'
import type { EngineStamp, ForwardBackwardResult, ForwardRequest, ForwardResult, OptimStepResult, SampledSequence, SampleResult } from '../service/index.ts'
import { type EngineJob, type JobOf, jobsOf } from './engine-job.ts'
import { PassRunner } from './passes.ts'
import { runParts } from './run-parts.ts'
import { hashOfData, hashOfPrompts } from './stamps.ts'
import { validateAdam, validateAlternatives, validateData, validateLossFor, validateSample } from './validate.ts'
import { sampleWaves } from './waves.ts'

export interface ServingOptions {
  readonly kernels: Kernels
  readonly model: Pick<LoadedModel, 'name' | 'config' | 'tensors' | 'hash' | 'parameters'>
  /** Milliseconds, for durations alone. */
  readonly clock: () => number
  /** How much of the device adapters may take, and where those lie that find no room. */
  readonly adapters?: StoreOptions
  /** Token rows that requests may share in one pass. Default: 4096. */
  readonly rowsPerPass?: number
}

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
    this.store = new AdapterStore(kernels, model.config, model.hash, options.adapters)
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

  baseHash(): Promise<string> {
    return hashOfDeviceWeights(this.options.kernels, this.config, this.decoder.weights)
  }

  /** One batch of a kind. Rejects as a whole only when the device fails. */
  async serve(batch: readonly EngineJob[]): Promise<void> {
    const { kind } = at(batch, 0)
    switch (kind) {
      case 'forward':
        return this.serveEach(jobsOf('forward', batch), (jobs) => this.serveForward(jobs))
      case 'forwardBackward':
        return this.serveEach(jobsOf('forwardBackward', batch), (jobs) => this.serveForwardBackward(jobs))
      case 'optimStep':
        return this.serveEach(jobsOf('optimStep', batch), (jobs) => this.serveSteps(jobs))
      case 'sample':
        return this.serveEach(jobsOf('sample', batch), (jobs) => this.serveSamples(jobs))
      case 'manage':
        return this.serveEach(jobsOf('manage', batch), (jobs) => Promise.all(jobs.map((job) => job.request())))
      default:
        return unreachable(kind)
    }
  }

  /** Serves jobs together. A job's own fault comes back as its value, so that it stays with its owner. */
  private async serveEach<One extends EngineJob>(batch: readonly One[], work: (jobs: readonly One[]) => Promise<readonly unknown[]>): Promise<void> {
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
    const values = await this.inPlaces(valid, work)
    valid.forEach((job, index) => {
      const value = values[index] // undefined is an answer too: nothing to tell
      if (value instanceof Error) job.reject(value)
      else job.resolve(value)
    })
  }

  private validate(job: EngineJob): void {
    const bounds = { vocabulary: this.config.vocabulary, contextTokens: this.config.contextTokens, patch: this.config.patch }
    switch (job.kind) {
      case 'forward':
        validateData(job.request.data, bounds)
        validateAlternatives(job.request)
        this.look(job.request.of)
        return
      case 'forwardBackward': {
        const { adapter, data, loss } = job.request
        this.store.get(adapter)
        validateData(data, bounds)
        validateLossFor(loss, data)
        return
      }
      case 'optimStep':
        validateAdam(job.request.params)
        this.store.get(job.request.adapter)
        return
      case 'sample':
        validateSample(job.request, bounds)
        this.store.infoOf(job.request.snapshot)
        return
      case 'manage':
        return
      default:
        unreachable(job)
    }
  }

  /** ADAPTER_UNKNOWN when there is no such adapter or snapshot. */
  private look(of: ForwardRequest['of']): void {
    if ('adapter' in of) this.store.get(of.adapter)
    else this.store.infoOf(of.snapshot)
  }

  private slotOf(of: ForwardRequest['of']): number {
    return 'adapter' in of ? this.store.slotOfAdapter(of.adapter) : this.store.slotOfSnapshot(of.snapshot)
  }

  /** What a job reads or changes gets its place on the device. */
  private needFor(jobs: readonly EngineJob[]): Promise<void> {
    const adapters = jobs.flatMap(({ kind, adapter }) => (kind === 'manage' || adapter === null ? [] : [adapter]))
    const snapshots = jobs.flatMap((job) => {
      if (job.kind === 'sample') return [job.request.snapshot]
      return job.kind === 'forward' && 'snapshot' in job.request.of ? [job.request.of.snapshot] : []
    })
    return this.store.need(adapters, snapshots)
  }

  /** All jobs together where the device holds what they need at once; else in halves. */
  private async inPlaces<One extends EngineJob>(
    jobs: readonly One[],
    work: (jobs: readonly One[]) => Promise<readonly unknown[]>,
  ): Promise<readonly unknown[]> {
    try {
      await this.needFor(jobs)
    } catch (thrown) {
      if (!(thrown instanceof TokenloomError) || thrown.code !== 'MEMORY_PLAN') throw thrown
      if (jobs.length === 1) return [thrown]
      const half = Math.ceil(jobs.length / 2)
      return [...(await this.inPlaces(jobs.slice(0, half), work)), ...(await this.inPlaces(jobs.slice(half), work))]
    }
    return work(jobs)
  }

  private async serveForward(jobs: readonly JobOf<'forward'>[]): Promise<readonly (ForwardResult | TokenloomError)[]> {
    const start = this.options.clock()
    const results = await runParts(
      this.passes,
      jobs.map(({ request }) => ({ slot: this.slotOf(request.of), data: request.data, alternatives: request.alternatives, attention: request.attention })),
      this.options.rowsPerPass,
    )
    return Promise.all(
      jobs.map(async ({ request }, index) => {
        const { logprobs, entropies, alternatives, attention } = at(results, index)
        const asked = { ...(alternatives === undefined ? {} : { alternatives }), ...(attention === undefined ? {} : { attention }) }
        const stamp = await this.stampOf(request.of, request.data)
        return { logprobs, entropies, ...asked, stamp, milliseconds: this.options.clock() - start }
      }),
    )
  }

  private async serveForwardBackward(jobs: readonly JobOf<'forwardBackward'>[]): Promise<readonly (ForwardBackwardResult | TokenloomError)[]> {
    const start = this.options.clock()
    for (const { request } of jobs) this.store.expectStep(request.adapter)
    const results = await runParts(
      this.passes,
      jobs.map(({ request }) => ({ slot: this.store.slotOfAdapter(request.adapter), data: request.data, loss: request.loss })),
      this.options.rowsPerPass,
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

  private async serveSteps(jobs: readonly JobOf<'optimStep'>[]): Promise<readonly OptimStepResult[]> {
    const start = this.options.clock()
    const results = await this.optimizer.step(jobs.map(({ request }) => ({ adapter: this.store.get(request.adapter), params: request.params })))
    return results.map((result) => ({ ...result, milliseconds: this.options.clock() - start }))
  }

  /** Requests of several snapshots decode together; each is answered as soon as its own last sequence has ended. */
  private async serveSamples(jobs: readonly JobOf<'sample'>[]): Promise<readonly SampleResult[]> {
    const start = this.options.clock()
    const requests = jobs.map(({ request }) => request)
    const sources = requests.map(({ snapshot }) => ({ info: this.store.infoOf(snapshot), slot: this.store.slotOfSnapshot(snapshot) }))
    const sequences: SampledSequence[][] = jobs.map(() => [])
    const answers: Promise<SampleResult>[] = []
    const answer = async (index: number): Promise<SampleResult> => {
      const { info } = at(sources, index)
      const milliseconds = this.options.clock() - start
      const stamp = { snapshotHash: info.hash, version: info.version, inputHash: await hashOfPrompts(at(requests, index).prompts) }
      const result = { sequences: at(sequences, index), stamp, milliseconds }
      at(jobs, index).resolve(result)
      return result
    }
    const finish = (index: number): void => {
      if (at(sequences, index).length === at(requests, index).prompts.length) answers[index] ??= answer(index)
    }
    for (const wave of sampleWaves(requests, this.config, this.options.kernels.bindingLimit)) {
      const calls = wave.map(({ request, prompts }) => {
        const { params, key } = at(requests, request)
        return { slot: at(sources, request).slot, prompts, params, key, cancelled: () => at(jobs, request).cancelled }
      })
      const slots = calls.flatMap(({ slot }) => (slot === 0 ? [] : [slot]))
      await this.sampler.sampleTogether({ calls, ...(slots.length > 0 ? { factors: this.store.arena.factorsFor(slots) } : {}) }, (call, done) => {
        const { request } = at(wave, call)
        at(sequences, request).push(...done)
        finish(request)
      })
    }
    jobs.forEach((_, index) => {
      finish(index)
    })
    return Promise.all(answers)
  }

  private async stampOf(of: ForwardRequest['of'], data: ForwardRequest['data']): Promise<EngineStamp> {
    const inputHash = await hashOfData(data)
    if ('snapshot' in of) {
      const { hash, version } = this.store.infoOf(of.snapshot)
      return { snapshotHash: hash, version, inputHash }
    }
    return { snapshotHash: '', version: this.store.get(of.adapter).version, inputHash }
  }
}
