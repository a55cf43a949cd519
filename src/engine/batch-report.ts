// What an engine did, batch by batch: which requests it served together, of which adapters, for how long. For people who watch
// and for checks that want to know whether a pass was really shared. Knows requests; decides nothing.

import type { AdapterId, Datum, SnapshotId } from '../service/index.ts'
import type { EngineJob } from './engine-job.ts'
import type { JobKind } from './queue.ts'

export interface BatchMember {
  /** The live adapter that was read or changed; null where a snapshot was read, or nothing. */
  readonly adapter: AdapterId | null
  /** The snapshot that was read. */
  readonly snapshot: SnapshotId | null
  /** Tokens that came in: of prompts, or of data. */
  readonly tokens: number
}

export interface BatchReport {
  readonly kind: JobKind
  /** On the engine's clock, in milliseconds. */
  readonly start: number
  readonly milliseconds: number
  readonly members: readonly BatchMember[]
}

const tokensOf = (sequences: readonly { readonly tokens: Datum['tokens'] }[]): number => sequences.reduce((sum, { tokens }) => sum + tokens.length, 0)

export function memberOf(job: EngineJob): BatchMember {
  const { adapter } = job
  switch (job.kind) {
    case 'forward': {
      const { of, data } = job.request
      return { adapter, snapshot: 'snapshot' in of ? of.snapshot : null, tokens: tokensOf(data) }
    }
    case 'forwardBackward':
      return { adapter, snapshot: null, tokens: tokensOf(job.request.data) }
    case 'sample': {
      const { snapshot, prompts } = job.request
      return { adapter, snapshot, tokens: tokensOf(prompts) }
    }
    default:
      return { adapter, snapshot: null, tokens: 0 }
  }
}

/** How many adapters, snapshots and bases a batch served at once. */
export const sharersOf = ({ members }: BatchReport): number => new Set(members.map(({ adapter, snapshot }) => adapter ?? snapshot)).size
