// Several runs as clients of one training service: their requests wait here and are handed over in rounds, so that the service
// can let those of one kind share a pass. Fair by tokens and priority (choose-round.ts); a client can be held, limited and
// closed, and whatever a closed one held is freed. Knows requests by kind, adapter and tokens; knows nothing of what they compute.

import { tokenloomError } from '../../base/errors.ts'
import { eventTurn } from '../../base/event-turn.ts'
import type { Future, TrainingService } from '../../service/index.ts'
import type { BatchReport } from '../batch-report.ts'
import { type ClientId, chooseRound, ROUND_LIMITS, type RoundLimits, type WaitingRequest, type WaitReason } from './choose-round.ts'
import { ClientRecord } from './client-record.ts'
import { clientService } from './client-service.ts'
import { CLIENT_DEFAULTS, type ClientReport, type ClientSettings, type RequestReport, type ScheduleReport, type SharedBatch } from './report.ts'
import type { Submission } from './submission.ts'

interface Entry extends WaitingRequest {
  readonly since: number
  start(): Future<unknown>
  answered(value: unknown): number
  resolve(value: unknown): void
  reject(error: unknown): void
  future: Future<unknown> | null
  cancelled: boolean
}

const BATCHES_KEPT = 2000

export class Scheduler {
  private readonly service: TrainingService
  private readonly clock: () => number
  private readonly limits: RoundLimits
  private readonly clients = new Map<ClientId, ClientRecord>()
  private readonly waiting: Entry[] = []
  private serving: Entry[] = []
  private reasons: ReadonlyMap<number, WaitReason> = new Map()
  private batches: SharedBatch[] = []
  private batchCount = 0
  private arrivals = 0
  private virtual = 0
  private busy = false

  constructor(service: TrainingService, clock: () => number, limits: RoundLimits = ROUND_LIMITS) {
    this.service = service
    this.clock = clock
    this.limits = limits
  }

  /** The service as this client sees it. A second call with the same id serves the same client. */
  open(id: ClientId, settings: Partial<ClientSettings> = {}): TrainingService {
    const client = this.clients.get(id) ?? new ClientRecord(id, { ...CLIENT_DEFAULTS, name: id, ...settings }, this.virtual)
    this.clients.set(id, client)
    return clientService(this.service, client, (submission) => this.submit(client, submission))
  }

  /** What of it waits is served, or not, from the next round on. Nothing happens when there is no such client. */
  change(id: ClientId, settings: Partial<ClientSettings>): void {
    const client = this.clients.get(id)
    if (client === undefined) return
    client.settings = { ...client.settings, ...settings }
    void this.run()
  }

  /** Cancels what waits, lets what is under way end, and frees every adapter and snapshot that the client holds. */
  async close(id: ClientId): Promise<void> {
    const client = this.clients.get(id)
    if (client === undefined) return
    client.closed = true
    for (const entry of [...this.waiting, ...this.serving]) if (entry.client === id) this.cancel(entry)
    await client.idle()
    this.clients.delete(id)
    await client.free(this.service)
  }

  /** The engine tells of every batch that it served; those that computed something are kept for the report. */
  noteBatch({ kind, start, milliseconds, members }: BatchReport): void {
    // Bookkeeping is never shared and takes no time worth drawing.
    if (kind === 'manage') return
    const known = [...this.clients.values()]
    const shared = members.map(({ adapter, snapshot, tokens }) => {
      const owner = known.find((client) => client.holds(adapter, snapshot))
      return {
        client: owner?.id ?? null,
        adapter: adapter ?? owner?.adapterOf(snapshot) ?? null,
        snapshot,
        version: owner?.versionOf(snapshot) ?? null,
        tokens,
      }
    })
    this.batches.push({ kind, start, milliseconds, members: shared, number: ++this.batchCount })
    if (this.batches.length > BATCHES_KEPT) this.batches = this.batches.slice(-BATCHES_KEPT / 2)
  }

  /** `since`: batches with a higher number alone. */
  report(since = 0): ScheduleReport {
    const now = this.clock()
    const told = ({ number, kind, tokens, since: came }: Entry): RequestReport => ({
      kind,
      tokens,
      waited: now - came,
      reason: this.reasons.get(number) ?? null,
    })
    const clients = [...this.clients.values()].map(
      (client): ClientReport => ({
        ...client.report(),
        serving: this.serving.filter((entry) => entry.client === client.id).map(told),
        waiting: this.waiting.filter((entry) => entry.client === client.id).map(told),
      }),
    )
    return { now, clients, batches: this.batches.filter(({ number }) => number > since) }
  }

  private submit<Value>(client: ClientRecord, { kind, adapter, tokens, start, answered }: Submission<Value>): Future<Value> {
    const refusal = client.refusal()
    if (refusal !== null) return { result: Promise.reject(refusal), cancel: () => {} }
    if (client.open === 0) client.virtual = Math.max(client.virtual, this.virtual)
    client.open++
    let entry: Entry | undefined
    const result = new Promise<Value>((resolve, reject) => {
      entry = {
        ...{ number: ++this.arrivals, client: client.id, kind, adapter, tokens, since: this.clock(), start, reject, future: null, cancelled: false },
        answered: (value) => answered?.(value as Value) ?? 0,
        resolve: (value) => resolve(value as Value),
      }
      this.waiting.push(entry)
    })
    void this.run()
    return { result, cancel: () => entry !== undefined && this.cancel(entry) }
  }

  private cancel(entry: Entry): void {
    if (entry.cancelled) return
    entry.cancelled = true
    const place = this.waiting.indexOf(entry)
    if (place < 0) {
      entry.future?.cancel()
      return
    }
    this.waiting.splice(place, 1)
    entry.reject(tokenloomError('CANCELLED', `The ${entry.kind} request was cancelled.`, 'Start it again if it is still wanted.'))
    this.clients.get(entry.client)?.done()
  }

  private async run(): Promise<void> {
    if (this.busy) return
    this.busy = true
    for (;;) {
      // Requests of one turn of the event loop may share a pass: those of several runs arrive as messages of their own.
      await eventTurn()
      const { taken, reasons } = chooseRound(this.waiting, (id) => this.standingOf(id), this.limits)
      this.reasons = reasons
      if (taken.length === 0) break
      const numbers = new Set(taken.map(({ number }) => number))
      this.virtual = Math.max(this.virtual, Math.min(...taken.map(({ client }) => this.standingOf(client).virtual)))
      this.serving = this.waiting.filter(({ number }) => numbers.has(number))
      for (const entry of this.serving) this.waiting.splice(this.waiting.indexOf(entry), 1)
      await Promise.all(this.serving.map((entry) => this.serve(entry)))
      this.serving = []
    }
    this.busy = false
  }

  private standingOf(id: ClientId): { readonly held: boolean; readonly virtual: number } {
    const client = this.clients.get(id)
    return { held: client?.settings.held ?? false, virtual: client?.virtual ?? 0 }
  }

  private async serve(entry: Entry): Promise<void> {
    const client = this.clients.get(entry.client)
    client?.charge(entry.tokens)
    try {
      entry.future = entry.start()
      const value = await entry.future.result
      client?.charge(entry.answered(value))
      entry.resolve(value)
    } catch (error) {
      entry.reject(error)
    }
    client?.done()
  }
}
