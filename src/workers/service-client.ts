// The run's side: a TrainingService that answers through a port. The run loop cannot tell it from the engine
// itself; when the engine's worker dies, everything that waits is rejected with WORKER_DEAD.

import { type Remote, releaseProxy, wrap } from 'comlink'
import type { ErrorData } from '../base/errors.ts'
import type { ShardEngine } from '../engine/sharded-service.ts'
import type { Future } from '../service/index.ts'
import { startHeartbeat } from './heartbeat.ts'
import { createLifeline, workerDead } from './lifeline.ts'
import { type Outcome, openOutcome } from './outcome.ts'
import type { ServicePort } from './service-host.ts'

export interface ServiceConnection {
  /** Gradients are handed out by shards alone. */
  readonly service: ShardEngine
  /** Declares the engine dead: whoever owns its worker saw it fall. */
  cut(cause: ErrorData): void
  close(): void
}

export interface ConnectionOptions {
  readonly onDeath?: (cause: ErrorData) => void
  /** Milliseconds between heartbeats. */
  readonly beatEvery?: number
  readonly allowedMisses?: number
}

export function connectService(port: MessagePort, options: ConnectionOptions = {}): ServiceConnection {
  const remote: Remote<ServicePort> = wrap<ServicePort>(port)
  const lifeline = createLifeline(options.onDeath)
  const endHeartbeat = startHeartbeat({
    name: 'engine',
    ping: () => remote.ping(),
    lifeline,
    ...(options.beatEvery === undefined ? {} : { every: options.beatEvery }),
    ...(options.allowedMisses === undefined ? {} : { allowedMisses: options.allowedMisses }),
  })
  // Newer browsers say at once that the other end is gone; the heartbeat serves the others.
  port.addEventListener('close', () => lifeline.cut(workerDead('engine', 'its port was closed')))

  const ask = async <T>(call: () => Promise<Outcome<T>>): Promise<T> => openOutcome(await lifeline.guard(call))
  let calls = 0
  const follow = <T>(start: (call: number) => Promise<Outcome<T>>): Future<T> => {
    const call = ++calls
    return {
      result: ask(() => start(call)),
      cancel: () => {
        if (lifeline.cause === null) void remote.cancel(call)
      },
    }
  }

  return {
    service: {
      describe: () => ask(() => remote.describe()),
      planMemory: (demand) => ask(() => remote.planMemory(demand)),
      createAdapter: (spec) => ask(() => remote.createAdapter(spec)),
      freeAdapter: (adapter) => ask(() => remote.freeAdapter(adapter)),
      forkAdapter: (adapter, options) => ask(() => remote.forkAdapter(adapter, options)),
      saveWeightsForSampler: (adapter) => ask(() => remote.saveWeightsForSampler(adapter)),
      releaseSnapshot: (snapshot) => ask(() => remote.releaseSnapshot(snapshot)),
      saveState: (adapter) => ask(() => remote.saveState(adapter)),
      loadState: (checkpoint) => ask(() => remote.loadState(checkpoint)),
      forward: (request) => follow((call) => remote.forward(call, request)),
      forwardBackward: (request) => follow((call) => remote.forwardBackward(call, request)),
      optimStep: (adapter, params) => follow((call) => remote.optimStep(call, adapter, params)),
      sample: (request) => follow((call) => remote.sample(call, request)),
      takeGradient: (adapter) => ask(() => remote.takeGradient(adapter)),
      putGradient: (adapter, gradient) => ask(() => remote.putGradient(adapter, gradient)),
    },
    cut: lifeline.cut,
    close() {
      endHeartbeat()
      lifeline.cut(workerDead('engine', 'the connection was closed'))
      remote[releaseProxy]()
      port.close()
    },
  }
}
