// What the store keeps, as plain rows: runs, their events, and a manifest of every byte file with its hash. The
// bytes themselves lie in OPFS (bytes.ts). Types and names only.

import type { DBSchema } from 'idb'
import type { BlobName, Evaluation, RunEvent } from '../record/events.ts'
import type { LeagueRecord, LeagueRound } from '../record/league-record.ts'
import type { RunSpec } from '../record/spec.ts'
import type { AdapterRow, NameRow } from './library-schema.ts'
import type { SourceRow, SourceVersionRow } from './sources-schema.ts'

export const DATABASE_NAME = 'tokenloom'
export const DATABASE_VERSION = 5

export type RunStatus = 'running' | 'paused' | 'finished' | 'stopped' | 'played' | 'failed'

export interface RunRow {
  readonly id: string
  /** Milliseconds since 1970, for the list of runs; never part of the record that is hashed. */
  readonly created: number
  readonly spec: RunSpec
  readonly status: RunStatus
  readonly lastSeq: number
  readonly stepsDone: number
  /** Bytes of token detail that are kept, and the steps whose detail the budget has let go. */
  readonly tokenBytes: number
  readonly tokenStepsDropped: number
  /** What its owner calls it and writes about it; absent until somebody did. */
  readonly name?: string
  readonly note?: string
  readonly tags?: readonly string[]
  /** Stands before the others in the list. */
  readonly pinned?: boolean
  /** Left out of the list until hidden runs are asked for. */
  readonly hidden?: boolean
  /** The policy's first and latest evaluation, so that a list can tell what came out without reading logs. */
  readonly base?: Evaluation
  readonly last?: Evaluation
}

/** Token detail of one step of one arm, or its turns. */
export interface TokenRow {
  readonly run: string
  readonly arm: BlobName
  readonly step: number
  readonly bytes: number
  readonly hash: string
}

/** A file that a run left: an adapter, a checkpoint. */
export interface FileRow {
  readonly run: string
  readonly name: string
  readonly bytes: number
  readonly hash: string
}

/** A run kept whole between two steps (record/run-checkpoint.ts). Its bytes lie under their hash. */
export interface CheckpointRow {
  readonly run: string
  /** The number of the `checkpointed` event: the log up to here belongs to it. */
  readonly seq: number
  readonly step: number
  readonly bytes: number
  readonly hash: string
}

export interface TokenloomSchema extends DBSchema {
  runs: { key: string; value: RunRow; indexes: { created: number } }
  events: { key: [string, number]; value: RunEvent }
  tokens: { key: [string, string, number]; value: TokenRow }
  files: { key: [string, string]; value: FileRow }
  checkpoints: { key: [string, number]; value: CheckpointRow }
  adapters: { key: string; value: AdapterRow }
  adapterNames: { key: string; value: NameRow }
  leagues: { key: string; value: LeagueRecord }
  leagueRounds: { key: [string, number]; value: LeagueRound }
  sources: { key: string; value: SourceRow }
  sourceVersions: { key: [string, string]; value: SourceVersionRow }
}
