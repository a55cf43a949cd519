// One training service over several engines that hold the same base and the same adapters: a CPU engine a core, or one alone.
// Gradients are computed shard by shard and summed in the order of the shards (shards.ts); then every engine takes the
// same optimizer step. Knows engines by their interface; does not know in which workers they live.

import { at } from '../base/assert.ts'
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
  TrainingService,
} from '../service/index.ts'
import { BASE_SNAPSHOT } from '../service/index.ts'
import { PendingRequest } from './pending-request.ts'
import { cutPrompts, cutShards, joinForward, SHARD_ROWS, sumGradients, sumMetrics } from './shards.ts'
import { hashOfData, hashOfPrompts } from './stamps.ts'

/** An engine whose gradients can be taken out and put back. */
export interface ShardEngine extends TrainingService {
  /** The adapter's gradient, which becomes zero. */
  takeGradient(adapter: AdapterId): Promise<Float32Array>
  /** In the place of the gradient that was taken. */
  putGradient(adapter: AdapterId, gradient: Float32Array): Promise<void>
}

export class ShardedService implements TrainingService {
  private readonly engines: readonly ShardEngine[]
  private readonly clock: () => number
  /** Ids of the other engines by the first one's, which are ours. */
  private readonly adapters = new Map<AdapterId, readonly AdapterId[]>()
  private readonly snapshots = new Map<SnapshotId, readonly SnapshotId[]>()
  /** Sums since the last step, and the order of what was asked of each adapter. */
  private readonly gradients = new Map<AdapterId, Float32Array>()
  private readonly order = new Map<AdapterId, Promise<unknown>>()

  constructor(engines: readonly ShardEngine[], clock: () => number) {
    this.engines = engines
    this.clock = clock
  }

  async describe(): Promise<ServiceDescription> {
    const description = await this.first.describe()
    return { ...description, variants: { ...description.variants, shards: `whole sequences, ${SHARD_ROWS} rows` } }
  }

  /** Every engine holds everything. */
  async planMemory(demand: MemoryDemand): Promise<MemoryPlan> {
    const plan = await this.first.planMemory(demand)
    const items = plan.items.map((item) => ({ ...item, bytes: item.bytes * this.engines.length }))
    const totalBytes = plan.totalBytes * this.engines.length
    return { ...plan, items, totalBytes, fits: plan.fits && totalBytes <= plan.limitBytes }
  }

  async createAdapter(spec: AdapterSpec): Promise<AdapterId> {
    return this.adopt(await this.onAll((engine) => engine.createAdapter(spec)))
  }

  async loadState(checkpoint: CheckpointData): Promise<AdapterId> {
    return this.adopt(await this.onAll((engine) => engine.loadState(checkpoint)))
  }

  forkAdapter(adapter: AdapterId, options: ForkOptions): Promise<AdapterId> {
    return this.inOrder(adapter, async () => this.adopt(await this.onAll((engine, index) => engine.forkAdapter(this.adapterOn(index, adapter), options))))
  }

  async freeAdapter(adapter: AdapterId): Promise<void> {
    await this.inOrder(adapter, () => this.onAll((engine, index) => engine.freeAdapter(this.adapterOn(index, adapter))))
    for (const map of [this.adapters, this.gradients, this.order]) map.delete(adapter)
  }

  saveWeightsForSampler(adapter: AdapterId): Promise<SnapshotInfo> {
    return this.inOrder(adapter, async () => {
      const infos = await this.onAll((engine, index) => engine.saveWeightsForSampler(this.adapterOn(index, adapter)))
      const info = at(infos, 0)
      this.snapshots.set(
        info.id,
        infos.map(({ id }) => id),
      )
      return info
    })
  }

  async releaseSnapshot(snapshot: SnapshotId): Promise<void> {
    await this.onAll((engine, index) => engine.releaseSnapshot(this.snapshotOn(index, snapshot)))
  }

  saveState(adapter: AdapterId): Promise<CheckpointData> {
    return this.inOrder(adapter, () => this.first.saveState(adapter))
  }

  forward(request: ForwardRequest): Future<ForwardResult> {
    return this.future(async (pending) => {
      const start = this.clock()
      const { of } = request
      const ask = () =>
        this.onShards(cutShards(request.data), (engine, index, data) => {
          const there = 'adapter' in of ? { adapter: this.adapterOn(index, of.adapter) } : { snapshot: this.snapshotOn(index, of.snapshot) }
          return pending.follow(engine.forward({ ...request, of: there, data }))
        })
      const parts = await ('adapter' in of ? this.inOrder(of.adapter, ask) : ask())
      const stamp = { ...at(parts, 0).stamp, inputHash: await hashOfData(request.data) }
      return { ...joinForward(parts), stamp, milliseconds: this.clock() - start }
    })
  }

  forwardBackward(request: ForwardBackwardRequest): Future<ForwardBackwardResult> {
    return this.future((pending) => this.inOrder(request.adapter, () => this.accumulate(request, pending)))
  }

  optimStep(adapter: AdapterId, params: AdamParams): Future<OptimStepResult> {
    return this.future((pending) =>
      this.inOrder(adapter, async () => {
        pending.check()
        const gradient = this.gradients.get(adapter)
        const results = await this.onAll(async (engine, index) => {
          const there = this.adapterOn(index, adapter)
          if (gradient !== undefined) await engine.putGradient(there, gradient)
          // Not to be cancelled from here on: engines must not part.
          return engine.optimStep(there, params).result
        })
        this.gradients.delete(adapter)
        return at(results, 0)
      }),
    )
  }

  sample(request: SampleRequest): Future<SampleResult> {
    return this.future(async (pending) => {
      const start = this.clock()
      const parts = await Promise.all(
        cutPrompts(request.prompts, this.engines.length).map((prompts, index) =>
          pending.follow(at(this.engines, index).sample({ ...request, prompts, snapshot: this.snapshotOn(index, request.snapshot) })),
        ),
      )
      // A single engine read all of them, and has said so.
      const { stamp: own } = at(parts, 0)
      const stamp = parts.length === 1 ? own : { ...own, inputHash: await hashOfPrompts(request.prompts) }
      return { sequences: parts.flatMap(({ sequences }) => sequences), stamp, milliseconds: this.clock() - start }
    })
  }

  private async accumulate(request: ForwardBackwardRequest, pending: PendingRequest): Promise<ForwardBackwardResult> {
    const start = this.clock()
    pending.check()
    const shards = await this.onShards(cutShards(request.data), async (engine, index, data) => {
      const adapter = this.adapterOn(index, request.adapter)
      // Asked for together: the engine serves them one after the other, and a shard that fails leaves no gradient behind.
      const answer = pending.follow(engine.forwardBackward({ ...request, adapter, data }))
      const [result, gradient] = await Promise.allSettled([answer, engine.takeGradient(adapter)])
      if (result.status === 'rejected') throw result.reason
      if (gradient.status === 'rejected') throw gradient.reason
      return { result: result.value, gradient: gradient.value }
    })
    pending.check()
    const before = this.gradients.get(request.adapter)
    const gradients = shards.map(({ gradient }) => gradient)
    this.gradients.set(request.adapter, sumGradients(before === undefined ? gradients : [before, ...gradients]))
    const results = shards.map(({ result }) => result)
    const base = results.flatMap(({ baseLogprobs }) => baseLogprobs ?? [])
    return {
      ...joinForward(results),
      ...(base.length > 0 ? { baseLogprobs: base } : {}),
      metrics: sumMetrics(results.map(({ metrics }) => metrics)),
      stamp: { ...at(results, 0).stamp, inputHash: await hashOfData(request.data) },
      milliseconds: this.clock() - start,
    }
  }

  private get first(): ShardEngine {
    return at(this.engines, 0)
  }

  /** Waits for every engine before it fails, so that none is still at work for a request that is over. */
  private onAll<T>(ask: (engine: ShardEngine, index: number) => Promise<T>): Promise<readonly T[]> {
    return settled(this.engines.map(ask))
  }

  private onShards<Shard, T>(shards: readonly Shard[], ask: (engine: ShardEngine, index: number, shard: Shard) => Promise<T>): Promise<readonly T[]> {
    return settled(
      shards.map((shard, place) => {
        const index = place % this.engines.length
        return ask(at(this.engines, index), index, shard)
      }),
    )
  }

  private adopt(ids: readonly AdapterId[]): AdapterId {
    const id = at(ids, 0)
    this.adapters.set(id, ids)
    return id
  }

  /** An id that nobody knows goes on as it is: the engine says what is wrong with it. */
  private adapterOn(index: number, adapter: AdapterId): AdapterId {
    return this.adapters.get(adapter)?.[index] ?? adapter
  }

  private snapshotOn(index: number, snapshot: SnapshotId): SnapshotId {
    return snapshot === BASE_SNAPSHOT ? snapshot : (this.snapshots.get(snapshot)?.[index] ?? snapshot)
  }

  /** After everything that was asked of this adapter before. */
  private inOrder<T>(adapter: AdapterId, work: () => Promise<T>): Promise<T> {
    const result = (this.order.get(adapter) ?? Promise.resolve()).then(work)
    this.order.set(
      adapter,
      result.catch(() => undefined),
    )
    return result
  }

  private future<T>(work: (pending: PendingRequest) => Promise<T>): Future<T> {
    const pending = new PendingRequest()
    return { result: work(pending), cancel: () => pending.cancel() }
  }
}

async function settled<T>(promises: readonly Promise<T>[]): Promise<readonly T[]> {
  const outcomes = await Promise.allSettled(promises)
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}
