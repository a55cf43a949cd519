// Notices that a worker no longer answers. Beats are counted, not timed: a tab whose timers the browser slowed
// down or froze sends fewer beats, and does not mistake its own sleep for the worker's death.

import { type Lifeline, workerDead } from './lifeline.ts'

export interface HeartbeatOptions {
  readonly name: string
  readonly ping: () => Promise<unknown>
  readonly lifeline: Lifeline
  /** Milliseconds between beats. */
  readonly every?: number
  /** Unanswered beats in a row that count as death. Long synchronous work (compiling) must fit in. */
  readonly allowedMisses?: number
}

/** Starts beating; returns the function that ends it. It ends by itself when the lifeline is cut. */
export function startHeartbeat({ name, ping, lifeline, every = 4000, allowedMisses = 5 }: HeartbeatOptions): () => void {
  let waiting = false
  let misses = 0
  const timer = setInterval(() => {
    if (lifeline.cause !== null) {
      clearInterval(timer)
      return
    }
    if (waiting) {
      misses += 1
      if (misses < allowedMisses) return
      clearInterval(timer)
      lifeline.cut(workerDead(name, `${allowedMisses} heartbeats in a row went unanswered`))
      return
    }
    waiting = true
    misses = 0
    ping().then(
      () => {
        waiting = false
      },
      () => {
        // A broken answer counts like none: the misses go on.
      },
    )
  }, every)
  return () => clearInterval(timer)
}
