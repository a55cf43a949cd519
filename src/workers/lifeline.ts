// What hangs on a worker. Calls made through a lifeline are rejected together when the worker is declared dead,
// so that nobody waits for an answer that cannot come. It does not know how death was noticed: heartbeat.ts and
// the error events of the worker say so.

import { type ErrorData, TokenloomError } from '../base/errors.ts'

export interface Lifeline {
  /** The promise of the call, or a rejection with the cause of death, whichever comes first. */
  guard<T>(call: () => Promise<T>): Promise<T>
  /** Rejects every open call and all later ones. Only the first cause counts. */
  cut(cause: ErrorData): void
  readonly cause: ErrorData | null
}

export function createLifeline(onDeath: (cause: ErrorData) => void = () => {}): Lifeline {
  const open = new Set<(error: TokenloomError) => void>()
  let cause: ErrorData | null = null
  return {
    guard(call) {
      if (cause !== null) return Promise.reject(new TokenloomError(cause))
      return new Promise((resolve, reject) => {
        open.add(reject)
        call()
          .then(resolve, reject)
          .finally(() => open.delete(reject))
      })
    },
    cut(reason) {
      if (cause !== null) return
      cause = reason
      for (const reject of open) reject(new TokenloomError(reason))
      open.clear()
      onDeath(reason)
    },
    get cause() {
      return cause
    },
  }
}

/** The cause of death that a person reads: which worker, and what to do. */
export function workerDead(name: string, detail: string): ErrorData {
  return {
    code: 'WORKER_DEAD',
    message: `The ${name} worker stopped answering: ${detail}.`,
    nextStep:
      'The events up to here are kept: press Continue where it is offered, else Train. If it happens again, close other tabs that use the GPU or make the batch smaller.',
  }
}

/** A worker that never began: nothing of a run is lost, and pressing Train again would meet the same. */
export function workerNotLoaded(name: string): ErrorData {
  return {
    code: 'WORKER_DEAD',
    message: `The script of the ${name} worker could not be loaded: the host of the page does not answer, or has a newer version of it.`,
    nextStep: 'Reload the page once its host answers; what was stored is kept.',
  }
}
