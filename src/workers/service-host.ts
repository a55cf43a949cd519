// The engine's side of a training service that is reached through a port: unwraps a call, asks the service,
// wraps the answer. Every call carries a number so that the other side can cancel it. Knows nothing of what the
// service does.

import { expose, transfer } from 'comlink'
import { tokenloomError } from '../base/errors.ts'
import type { ShardEngine } from '../engine/sharded-service.ts'
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
import { type Outcome, outcomeOf } from './outcome.ts'
import { buffersToMove } from './transfer.ts'

type Answer<T> = Promise<Outcome<T>>

/** What crosses the port. Requests are copied: the run keeps its trajectories. Results are moved. */
export interface ServicePort {
  ping(): void
  cancel(call: number): void
  describe(): Answer<ServiceDescription>
  planMemory(demand: MemoryDemand): Answer<MemoryPlan>
  createAdapter(spec: AdapterSpec): Answer<AdapterId>
  freeAdapter(adapter: AdapterId): Answer<void>
  forkAdapter(adapter: AdapterId, options: ForkOptions): Answer<AdapterId>
  saveWeightsForSampler(adapter: AdapterId): Answer<SnapshotInfo>
  releaseSnapshot(snapshot: SnapshotId): Answer<void>
  saveState(adapter: AdapterId): Answer<CheckpointData>
  loadState(checkpoint: CheckpointData): Answer<AdapterId>
  forward(call: number, request: ForwardRequest): Answer<ForwardResult>
  forwardBackward(call: number, request: ForwardBackwardRequest): Answer<ForwardBackwardResult>
  optimStep(call: number, adapter: AdapterId, params: AdamParams): Answer<OptimStepResult>
  sample(call: number, request: SampleRequest): Answer<SampleResult>
  takeGradient(adapter: AdapterId): Answer<Float32Array>
  putGradient(adapter: AdapterId, gradient: Float32Array): Answer<void>
}

/** A training service; one that is also a shard answers for its gradients, on the same wire, so that the order of calls is kept. */
export type Served = TrainingService & Partial<ShardEngine>

export function exposeService(service: Served, port: MessagePort): void {
  const open = new Map<number, Future<unknown>>()

  const answer = async <T>(work: () => Promise<T>): Answer<T> => {
    const outcome = await outcomeOf(work)
    return outcome.ok ? transfer(outcome, buffersToMove(outcome.value)) : outcome
  }
  const follow = <T>(call: number, start: () => Future<T>): Answer<T> =>
    answer(async () => {
      const future = start()
      open.set(call, future)
      try {
        return await future.result
      } finally {
        open.delete(call)
      }
    })

  const api: ServicePort = {
    ping() {},
    cancel(call) {
      // Messages arrive in order, so a cancel for a call that is not open speaks of one that has ended.
      open.get(call)?.cancel()
    },
    describe: () => answer(() => service.describe()),
    planMemory: (demand) => answer(() => service.planMemory(demand)),
    createAdapter: (spec) => answer(() => service.createAdapter(spec)),
    freeAdapter: (adapter) => answer(() => service.freeAdapter(adapter)),
    forkAdapter: (adapter, options) => answer(() => service.forkAdapter(adapter, options)),
    saveWeightsForSampler: (adapter) => answer(() => service.saveWeightsForSampler(adapter)),
    releaseSnapshot: (snapshot) => answer(() => service.releaseSnapshot(snapshot)),
    saveState: (adapter) => answer(() => service.saveState(adapter)),
    loadState: (checkpoint) => answer(() => service.loadState(checkpoint)),
    forward: (call, request) => follow(call, () => service.forward(request)),
    forwardBackward: (call, request) => follow(call, () => service.forwardBackward(request)),
    optimStep: (call, adapter, params) => follow(call, () => service.optimStep(adapter, params)),
    sample: (call, request) => follow(call, () => service.sample(request)),
    takeGradient: (adapter) => answer(() => service.takeGradient?.(adapter) ?? notAShard()),
    putGradient: (adapter, gradient) => answer(() => service.putGradient?.(adapter, gradient) ?? notAShard()),
  }
  expose(api, port)
}

function notAShard(): never {
  throw tokenloomError('INTERNAL', 'This service does not hand out gradients.', 'This is a defect of Tokenloom: report it with the steps before it.')
}
