// What the scheduler tells whoever watches: who its clients are, what each waits for and why, and the engine's last batches
// with the clients that shared them. Types, and how tokens of a request are counted.

import type { AdapterId, SnapshotId } from '../../service/index.ts'
import type { BatchReport } from '../batch-report.ts'
import type { JobKind } from '../queue.ts'
import type { ClientId, WaitReason } from './choose-round.ts'

export type Priority = 'low' | 'normal' | 'high'

/** Shares of tokens relative to each other, while all have something to do. */
export const PRIORITY_WEIGHTS: Readonly<Record<Priority, number>> = { low: 0.25, normal: 1, high: 4 }

export interface ClientSettings {
  /** As people call it. */
  readonly name: string
  readonly priority: Priority
  /** Nothing of it is served until it is let go. */
  readonly held: boolean
  /** Requests that it may have waiting or under way; more are refused with CLIENT_LIMIT. */
  readonly mostRequests: number
  /** Adapters that it may hold at once. */
  readonly mostAdapters: number
}

export const CLIENT_DEFAULTS: ClientSettings = { name: '', priority: 'normal', held: false, mostRequests: 256, mostAdapters: 64 }

export interface RequestReport {
  readonly kind: JobKind
  readonly tokens: number
  /** Milliseconds since it came. */
  readonly waited: number
  /** Null: it is taken with the next round, or is being served. */
  readonly reason: WaitReason | null
}

/** A snapshot or an adapter that a client holds on the engine. */
export interface HeldAdapter {
  readonly id: AdapterId
  readonly name: string
  readonly rank: number
  readonly versions: readonly number[]
}

export interface ClientReport extends ClientSettings {
  readonly id: ClientId
  /** Tokens served: what came in, and what was sampled. */
  readonly tokens: number
  /** Requests that were answered. */
  readonly answered: number
  readonly serving: readonly RequestReport[]
  readonly waiting: readonly RequestReport[]
  readonly adapters: readonly HeldAdapter[]
}

/** One member of a batch: whose it was and which weights it read. */
export interface SharedMember {
  readonly client: ClientId | null
  readonly adapter: AdapterId | null
  readonly snapshot: SnapshotId | null
  /** Of the snapshot that was read; null where a live adapter was. */
  readonly version: number | null
  readonly tokens: number
}

export interface SharedBatch extends Pick<BatchReport, 'kind' | 'start' | 'milliseconds'> {
  /** Ascending over the engine's life. */
  readonly number: number
  readonly members: readonly SharedMember[]
}

export interface ScheduleReport {
  /** On the clock of the batches, in milliseconds. */
  readonly now: number
  readonly clients: readonly ClientReport[]
  readonly batches: readonly SharedBatch[]
}
