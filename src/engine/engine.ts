// The training service in this browser: one device, one resident base, many adapters. Turns calls into jobs of a queue and
// answers with futures; serving.ts does the work. Knows no environments, no run and no page.

import { at } from '../base/assert.ts'
import { tokenloomError } from '../base/errors.ts'
import type {
  AdamParams,
  AdapterId,
  AdapterSpec,
  CheckpointData,
  ForkOptions,
  ForwardBackwardRequest,
  ForwardBackwardResult,
  ForwardRequest,
  ForwardResult,
  Future,
  MemoryDemand,
  MemoryPlan,
  OptimStepResult,
  SampleRequest,
  SampleResult,
  ServiceDescription,
  SnapshotId,
  SnapshotInfo,
} from '../service/index.ts'
import { type BatchReport, memberOf } from './batch-report.ts'
import type { Answers, EngineJob, Requests } from './engine-job.ts'
import { type MemoryLimits, planMemory } from './memory-plan.ts'
import { type JobKind, JobQueue } from './queue.ts'
import { Serving, type ServingOptions } from './serving.ts'
import type { ShardEngine } from './sharded-service.ts'

export interface EngineOptions extends ServingOptions {
  /** What all tensors together may take. */
  readonly memoryLimitBytes: number
  /** Hears which kind of batch is served next. */
  readonly beforeBatch?: (kind: JobKind) => void
  /** Hears of every batch when it has been served. */
  readonly onBatch?: (report: BatchReport) => void
}

export class Engine implements ShardEngine {
  private readonly options: EngineOptions
  private readonly serving: Serving
  private readonly queue: JobQueue

  constructor(options: EngineOptions) {
    this.options = options
    this.serving = new Serving(options)
    this.queue = new JobQueue((batch) => this.serve(batch as readonly EngineJob[])) // nothing comes in but through ask and manage
  }

  async describe(): Promise<ServiceDescription> {
    const { kernels, model } = this.options
    const { name, hash, parameters, config } = model
    const sees = config.patch === undefined ? {} : { patch: config.patch }
    const base = { name, hash, parameters, contextTokens: config.contextTokens, vocabulary: config.vocabulary, ...sees }
    return { engine: kernels.engine, device: kernels.device, software: kernels.software, variants: kernels.variants, shaderHash: kernels.shaderHash, base }
  }

  async planMemory(demand: MemoryDemand): Promise<MemoryPlan> {
    const limits: MemoryLimits = { totalBytes: this.options.memoryLimitBytes, bindingBytes: this.options.kernels.bindingLimit }
    return planMemory(this.options.model.config, demand, limits)
  }

  createAdapter(spec: AdapterSpec): Promise<AdapterId> {
    return this.manage(null, async () => (await this.serving.store.create(spec)).id)
  }

  freeAdapter(adapter: AdapterId): Promise<void> {
    return this.manage(adapter, () => this.serving.store.freeAdapter(adapter))
  }

  forkAdapter(adapter: AdapterId, options: ForkOptions): Promise<AdapterId> {
    return this.manage(adapter, async () => (await this.serving.store.fork(adapter, options)).id)
  }

  saveWeightsForSampler(adapter: AdapterId): Promise<SnapshotInfo> {
    return this.manage(adapter, () => this.serving.store.pin(adapter))
  }

  releaseSnapshot(snapshot: SnapshotId): Promise<void> {
    return this.manage(null, () => this.serving.store.release(snapshot))
  }

  saveState(adapter: AdapterId): Promise<CheckpointData> {
    return this.manage(adapter, () => this.serving.store.save(adapter))
  }

  loadState(checkpoint: CheckpointData): Promise<AdapterId> {
    return this.manage(null, async () => (await this.serving.store.load(checkpoint)).id)
  }

  forward(request: ForwardRequest): Future<ForwardResult> {
    return this.ask('forward', 'adapter' in request.of ? request.of.adapter : null, request)
  }

  forwardBackward(request: ForwardBackwardRequest): Future<ForwardBackwardResult> {
    return this.ask('forwardBackward', request.adapter, request)
  }

  optimStep(adapter: AdapterId, params: AdamParams): Future<OptimStepResult> {
    return this.ask('optimStep', adapter, { adapter, params })
  }

  sample(request: SampleRequest): Future<SampleResult> {
    return this.ask('sample', null, request)
  }

  takeGradient(adapter: AdapterId): Promise<Float32Array> {
    return this.manage(adapter, () => this.serving.store.takeGradient(adapter))
  }

  putGradient(adapter: AdapterId, gradient: Float32Array): Promise<void> {
    return this.manage(adapter, () => this.serving.store.putGradient(adapter, gradient))
  }

  /** How many adapters and snapshots have a place on the device, of all that there are, and how often they moved. */
  get residency() {
    const { residents } = this.serving.store
    return { ...residents.stats, ...residents.census }
  }

  /** The hash of the base's numbers as they lie on the device now (model/weight-hash.ts). */
  baseHash(): Promise<string> {
    return this.manage(null, () => this.serving.baseHash())
  }

  /** Rejects everything that waits: the device is gone. */
  fail(reason: unknown): void {
    this.queue.fail(reason)
  }

  dispose(): void {
    this.queue.fail(tokenloomError('CANCELLED', 'The engine was closed.', 'Start the run again.'))
    this.serving.dispose()
  }

  private async serve(batch: readonly EngineJob[]): Promise<void> {
    const { clock, onBatch, beforeBatch } = this.options
    beforeBatch?.(at(batch, 0).kind)
    const start = clock()
    await this.serving.serve(batch)
    onBatch?.({ kind: at(batch, 0).kind, start, milliseconds: clock() - start, members: batch.map(memberOf) })
  }

  private ask<Kind extends keyof Answers>(kind: Kind, adapter: AdapterId | null, request: Requests[Kind]): Future<Answers[Kind]> {
    return this.queue.submit(kind, adapter, request)
  }

  private manage<Value>(adapter: AdapterId | null, work: () => Promise<Value>): Promise<Value> {
    return this.queue.submit<Requests['manage'], Value>('manage', adapter, work).result
  }
}
