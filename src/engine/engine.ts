// The training service in this browser: one device, one resident base, many adapters. Turns calls into jobs of a queue and
// answers with futures; serving.ts does the work. Knows no environments, no run and no page.

import { tokenloomError } from '../base/errors.ts'
import type {
  AdamParams,
  AdapterId,
  AdapterSpec,
  CheckpointData,
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
import { type MemoryLimits, planMemory } from './memory-plan.ts'
import { JobQueue } from './queue.ts'
import { type Manage, Serving, type ServingOptions, type StepRequest } from './serving.ts'
import type { ShardEngine } from './sharded-service.ts'

export interface EngineOptions extends ServingOptions {
  /** What all tensors together may take. */
  readonly memoryLimitBytes: number
}

export class Engine implements ShardEngine {
  private readonly options: EngineOptions
  private readonly serving: Serving
  private readonly queue: JobQueue

  constructor(options: EngineOptions) {
    this.options = options
    this.serving = new Serving(options)
    this.queue = new JobQueue((batch) => this.serving.serve(batch))
  }

  async describe(): Promise<ServiceDescription> {
    const { kernels, model } = this.options
    const { name, hash, parameters, config } = model
    const base = { name, hash, parameters, contextTokens: config.contextTokens, vocabulary: config.vocabulary }
    return { engine: kernels.engine, device: kernels.device, software: kernels.software, variants: kernels.variants, shaderHash: kernels.shaderHash, base }
  }

  async planMemory(demand: MemoryDemand): Promise<MemoryPlan> {
    const limits: MemoryLimits = { totalBytes: this.options.memoryLimitBytes, bindingBytes: this.options.kernels.bindingLimit }
    return planMemory(this.options.model.config, demand, limits)
  }

  createAdapter(spec: AdapterSpec): Promise<AdapterId> {
    return this.manage(null, async () => this.serving.store.create(spec).id)
  }

  freeAdapter(adapter: AdapterId): Promise<void> {
    return this.manage(adapter, async () => this.serving.store.freeAdapter(adapter))
  }

  saveWeightsForSampler(adapter: AdapterId): Promise<SnapshotInfo> {
    return this.manage(adapter, () => this.serving.store.pin(adapter))
  }

  releaseSnapshot(snapshot: SnapshotId): Promise<void> {
    return this.manage(null, async () => this.serving.store.release(snapshot))
  }

  saveState(adapter: AdapterId): Promise<CheckpointData> {
    return this.manage(adapter, () => this.serving.store.save(adapter))
  }

  loadState(checkpoint: CheckpointData): Promise<AdapterId> {
    return this.manage(null, async () => this.serving.store.load(checkpoint).id)
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

  takeGradient(adapter: AdapterId): Promise<Float32Array> {
    return this.manage(adapter, () => this.serving.store.takeGradient(adapter))
  }

  putGradient(adapter: AdapterId, gradient: Float32Array): Promise<void> {
    return this.manage(adapter, async () => this.serving.store.putGradient(adapter, gradient))
  }

  /** Rejects everything that waits: the device is gone. */
  fail(reason: unknown): void {
    this.queue.fail(reason)
  }

  dispose(): void {
    this.queue.fail(tokenloomError('CANCELLED', 'The engine was closed.', 'Start the run again.'))
    this.serving.dispose()
  }

  private manage<Value>(adapter: AdapterId | null, work: () => Promise<Value>): Promise<Value> {
    return this.queue.submit<Manage, Value>('manage', adapter, work).result
  }
}
