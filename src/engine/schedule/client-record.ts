// One client of the scheduler: its settings, what it has had, and what it holds on the engine, so that all of it can be freed
// when its worker is gone. Knows ids; knows no requests.

import { type TokenloomError, tokenloomError } from '../../base/errors.ts'
import type { AdapterId, AdapterSpec, SnapshotId, SnapshotInfo, TrainingService } from '../../service/index.ts'
import type { ClientId } from './choose-round.ts'
import { type ClientReport, type ClientSettings, PRIORITY_WEIGHTS } from './report.ts'

export class ClientRecord {
  readonly id: ClientId
  settings: ClientSettings
  /** Tokens served, by weight. */
  virtual: number
  /** Requests that wait or are under way. */
  open = 0
  closed = false
  private tokens = 0
  private answered = 0
  private readonly adapters = new Map<AdapterId, Pick<AdapterSpec, 'name' | 'rank'>>()
  private readonly snapshots = new Map<SnapshotId, { readonly info: SnapshotInfo; holders: number }>()
  private idlers: (() => void)[] = []

  constructor(id: ClientId, settings: ClientSettings, virtual: number) {
    this.id = id
    this.settings = settings
    this.virtual = virtual
  }

  /** Why it may not ask for more; null when it may. */
  refusal(): TokenloomError | null {
    const { name, mostRequests } = this.settings
    if (this.closed) return tokenloomError('CANCELLED', `${name} is no longer connected to the engine.`, 'Start it again if it is still wanted.')
    if (this.open < mostRequests) return null
    return tokenloomError(
      'CLIENT_LIMIT',
      `${name} has ${this.open} requests waiting, and may have ${mostRequests}.`,
      'Wait for answers before asking for more.',
    )
  }

  adapterRefusal(): TokenloomError | null {
    const { name, mostAdapters } = this.settings
    if (this.adapters.size < mostAdapters) return null
    return tokenloomError('CLIENT_LIMIT', `${name} holds ${this.adapters.size} adapters, and may hold ${mostAdapters}.`, 'Free an adapter first.')
  }

  charge(tokens: number): void {
    this.tokens += tokens
    this.virtual += tokens / PRIORITY_WEIGHTS[this.settings.priority]
  }

  done(): void {
    this.open--
    this.answered++
    if (this.open > 0) return
    for (const wake of this.idlers.splice(0)) wake()
  }

  /** Resolves when nothing of it waits or is under way. */
  idle(): Promise<void> {
    return this.open === 0 ? Promise.resolve() : new Promise((resolve) => this.idlers.push(resolve))
  }

  keepAdapter(id: AdapterId, { name, rank }: Pick<AdapterSpec, 'name' | 'rank'>): void {
    this.adapters.set(id, { name, rank })
  }

  specOf(id: AdapterId): Pick<AdapterSpec, 'name' | 'rank'> | undefined {
    return this.adapters.get(id)
  }

  dropAdapter(id: AdapterId): void {
    this.adapters.delete(id)
  }

  keepSnapshot(info: SnapshotInfo): void {
    this.snapshots.set(info.id, { info, holders: (this.snapshots.get(info.id)?.holders ?? 0) + 1 })
  }

  dropSnapshot(id: SnapshotId): void {
    const known = this.snapshots.get(id)
    if (known !== undefined && --known.holders === 0) this.snapshots.delete(id)
  }

  holds(adapter: AdapterId | null, snapshot: SnapshotId | null): boolean {
    return (adapter !== null && this.adapters.has(adapter)) || (snapshot !== null && this.snapshots.has(snapshot))
  }

  adapterOf(snapshot: SnapshotId | null): AdapterId | null {
    return snapshot === null ? null : (this.snapshots.get(snapshot)?.info.adapter ?? null)
  }

  versionOf(snapshot: SnapshotId | null): number | null {
    return snapshot === null ? null : (this.snapshots.get(snapshot)?.info.version ?? null)
  }

  /** Frees everything it still holds. What the engine does not know any more is free already. */
  async free(service: TrainingService): Promise<void> {
    for (const [id, { holders }] of this.snapshots) {
      for (let i = 0; i < holders; i++) await service.releaseSnapshot(id).catch(() => {})
    }
    for (const id of this.adapters.keys()) await service.freeAdapter(id).catch(() => {})
    this.snapshots.clear()
    this.adapters.clear()
  }

  report(): Omit<ClientReport, 'serving' | 'waiting'> {
    const versions = (adapter: AdapterId): number[] => [...this.snapshots.values()].flatMap(({ info }) => (info.adapter === adapter ? [info.version] : []))
    const adapters = [...this.adapters].map(([id, spec]) => ({ id, ...spec, versions: versions(id).sort((a, b) => a - b) }))
    return { ...this.settings, id: this.id, tokens: this.tokens, answered: this.answered, adapters }
  }
}
