// The order in which an engine serves its requests: first come, first served, and whatever may share a pass with the
// first is taken along. A request waits for every earlier request of the same adapter that changes it (a barrier), never
// for those of others. Knows requests' adapters and kinds; knows no kernels.

import { tokenloomError } from '../base/errors.ts'
import { eventTurn } from '../base/event-turn.ts'
import type { AdapterId, Future } from '../service/index.ts'

export type JobKind = 'forward' | 'forwardBackward' | 'optimStep' | 'sample' | 'manage'

export interface Job<Request = unknown> {
  readonly kind: JobKind
  /** The adapter that the job reads or changes; null for snapshots, which never change. */
  readonly adapter: AdapterId | null
  readonly request: Request
  cancelled: boolean
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Kinds that may be served together with others of their kind. */
export const SHARED: ReadonlySet<JobKind> = new Set(['forward', 'forwardBackward', 'optimStep', 'sample'])

/** Whether a later job must wait for an earlier one that is still queued. */
export function waitsFor(later: Pick<Job, 'kind' | 'adapter'>, earlier: Pick<Job, 'kind' | 'adapter'>): boolean {
  if (later.adapter === null || later.adapter !== earlier.adapter) return false
  // Reading twice needs no order of its own; all else keeps the order of arrival.
  return !(later.kind === 'forward' && earlier.kind === 'forward')
}

/**
 * Kinds of which an adapter has one in a batch. Two gradients in one pass would be summed in another order than two passes,
 * and whether they meet depends on timing.
 */
const ONE_AN_ADAPTER: ReadonlySet<JobKind> = new Set(['forwardBackward', 'optimStep'])

/** The jobs to serve now: the first one and those of its kind that no waiting job holds back. */
export function takeBatch(queue: Job[], limit = 64): Job[] {
  const [first] = queue
  if (first === undefined) return []
  const batch = [first]
  const held: Job[] = []
  if (SHARED.has(first.kind)) {
    for (const job of queue.slice(1)) {
      const second = ONE_AN_ADAPTER.has(job.kind) && batch.some((other) => other.adapter === job.adapter)
      const blocked = second || held.some((earlier) => waitsFor(job, earlier))
      if (job.kind === first.kind && !blocked && batch.length < limit) batch.push(job)
      else held.push(job)
    }
  }
  for (const job of batch) queue.splice(queue.indexOf(job), 1)
  return batch
}

export class JobQueue {
  private readonly jobs: Job[] = []
  private readonly serve: (batch: readonly Job[]) => Promise<void>
  private serving: readonly Job[] = []
  private busy = false
  private dead: unknown

  constructor(serve: (batch: readonly Job[]) => Promise<void>) {
    this.serve = serve
  }

  get waiting(): number {
    return this.jobs.length
  }

  submit<Request, Value>(kind: JobKind, adapter: AdapterId | null, request: Request): Future<Value> {
    let job: Job<Request> | undefined
    const result = new Promise<Value>((resolve, reject) => {
      if (this.dead !== undefined) {
        reject(this.dead)
        return
      }
      job = { kind, adapter, request, cancelled: false, resolve: (value) => resolve(value as Value), reject }
      this.jobs.push(job)
    })
    void this.run()
    return {
      result,
      cancel: () => {
        if (job === undefined || job.cancelled) return
        job.cancelled = true
        const place = this.jobs.indexOf(job)
        if (place >= 0) this.jobs.splice(place, 1)
        job.reject(tokenloomError('CANCELLED', `The ${kind} request was cancelled.`, 'Start it again if it is still wanted.'))
      },
    }
  }

  /** Rejects everything that is served, that waits, and that will be asked. */
  fail(reason: unknown): void {
    this.dead = reason
    for (const job of [...this.serving, ...this.jobs.splice(0)]) job.reject(reason)
  }

  private async run(): Promise<void> {
    if (this.busy) return
    this.busy = true
    while (this.jobs.length > 0) {
      // Requests of one turn of the event loop may share a pass: those of several runs arrive as messages of their own.
      await eventTurn()
      const batch = takeBatch(this.jobs)
      if (batch.length === 0) continue // cancelled meanwhile
      this.serving = batch
      try {
        await this.serve(batch)
      } catch (error) {
        for (const job of batch) job.reject(error)
      }
    }
    this.serving = []
    this.busy = false
  }
}
