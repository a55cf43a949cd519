// The engine's queue as the page holds it: its clients, what each waits for, and the batches of the last minute laid out in lanes,
// one for every adapter. Pure.

import type { WaitReason } from '../../src/engine/schedule/choose-round.ts'
import type { ClientReport, Priority, ScheduleReport, SharedBatch, SharedMember } from '../../src/engine/schedule/report.ts'

export type { Priority, WaitReason }
export type Work = SharedBatch['kind']
export type QueueClient = ClientReport
export type BatchMember = SharedMember
export type Batch = SharedBatch
export type Schedule = ScheduleReport

/** Milliseconds that the drawing shows. */
export const WINDOW = 10_000
const BATCHES_KEPT = 2000

/** The newer report with the batches of both. */
export function joinSchedule(before: Schedule | null, next: Schedule): Schedule {
  // An engine that began anew counts from one again.
  const old = (before?.batches ?? []).filter(({ start }) => start >= next.now - WINDOW && start <= next.now)
  return { ...next, batches: [...old, ...next.batches].slice(-BATCHES_KEPT) }
}

/** The run that a client works for: several connections of one run are told apart by what follows the stroke. */
export const runOfClient = (client: string): string => client.split('/')[0] ?? client

export interface LaneBlock {
  readonly kind: Work
  readonly version: number | null
  readonly tokens: number
  /** Shares of the window, 0 to 1. */
  readonly from: number
  readonly to: number
}

export interface Lane {
  readonly key: string
  readonly client: string | null
  readonly adapter: string | null
  readonly blocks: readonly LaneBlock[]
}

export interface LaneDrawing {
  readonly lanes: readonly Lane[]
  /** Batches that several lanes shared: from the first to the last of them, at a share of the window. */
  readonly joins: readonly { readonly at: number; readonly lanes: readonly number[]; readonly kind: Work }[]
  /** Of the batches drawn that computed something: how many there were, and how many of them several adapters shared. */
  readonly drawn: number
  readonly shared: number
}

/** Batches of the last `window` milliseconds in lanes; bookkeeping is too short to draw. */
export function lanesOf({ batches, now }: Pick<Schedule, 'batches' | 'now'>, window = WINDOW): LaneDrawing {
  const lanes: { key: string; client: string | null; adapter: string | null; blocks: LaneBlock[] }[] = []
  const laneOf = ({ client, adapter }: BatchMember): number => {
    const key = `${client ?? ''}|${adapter ?? 'base'}`
    const known = lanes.findIndex((lane) => lane.key === key)
    return known >= 0 ? known : lanes.push({ key, client, adapter, blocks: [] }) - 1
  }
  const share = (time: number): number => Math.min(1, Math.max(0, 1 - (now - time) / window))
  const joins: { at: number; lanes: number[]; kind: Work }[] = []
  let drawn = 0
  for (const { kind, start, milliseconds, members } of batches) {
    if (kind === 'manage' || members.length === 0 || start + milliseconds < now - window) continue
    drawn++
    const [from, to] = [share(start), share(start + milliseconds)]
    const places = new Set<number>()
    for (const member of members) {
      const place = laneOf(member)
      const lane = lanes[place]
      if (!places.has(place)) lane?.blocks.push({ kind, version: member.version, tokens: member.tokens, from, to })
      places.add(place)
    }
    if (places.size > 1) joins.push({ at: from, lanes: [...places].sort((a, b) => a - b), kind })
  }
  return { lanes, joins, drawn, shared: joins.length }
}
