// A worker as the page holds it: a typed remote, a lifeline that every call hangs on, a lock and a heartbeat that tell when
// it is gone or hangs, an end. A worker
// that falls rejects what waits on it with WORKER_DEAD.

import { type Remote, releaseProxy, wrap } from 'comlink'
import type { ErrorData } from '../../src/base/errors.ts'
import { startHeartbeat } from '../../src/workers/heartbeat.ts'
import { watchLifeLock } from '../../src/workers/life-lock.ts'
import { createLifeline, workerDead, workerNotLoaded } from '../../src/workers/lifeline.ts'
import { type Outcome, openOutcome } from '../../src/workers/outcome.ts'

export interface WorkerHandle<Api> {
  /** The value of a call's outcome; its error, or the cause of death, as a TokenloomError. */
  ask<T>(call: (remote: Remote<Api>) => Promise<Outcome<T>>): Promise<T>
  /** A call without an answer. */
  tell(call: (remote: Remote<Api>) => Promise<unknown>): void
  readonly dead: ErrorData | null
  dispose(): void
}

export function holdWorker<Api extends { ping(): Promise<string | null> }>(
  name: string,
  worker: Worker,
  onDeath: (cause: ErrorData) => void = () => {},
): WorkerHandle<Api> {
  const remote = wrap<Api>(worker)
  const lifeline = createLifeline((cause) => {
    endHeartbeat()
    endWatch()
    worker.terminate()
    onDeath(cause)
  })
  const endHeartbeat = startHeartbeat({ name, lifeline, ping: () => pingOf(remote) })
  const endWatch = watchLifeLock(pingOf(remote), () => lifeline.cut(workerDead(name, 'it ended without a word')))
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    lifeline.cut(event.message === '' || event.message === undefined ? workerNotLoaded(name) : workerDead(name, event.message))
  })
  worker.addEventListener('messageerror', () => lifeline.cut(workerDead(name, 'a message could not be read')))
  return {
    ask: async (call) => openOutcome(await lifeline.guard(() => call(remote))),
    tell(call) {
      if (lifeline.cause === null) call(remote).catch(() => {})
    },
    get dead() {
      return lifeline.cause
    },
    dispose() {
      endHeartbeat()
      endWatch()
      remote[releaseProxy]()
      worker.terminate()
    },
  }
}

/** Every api has `ping`; the mapped type of a generic remote cannot show it. */
function pingOf(remote: unknown): Promise<unknown> {
  return (remote as { ping(): Promise<unknown> }).ping()
}
