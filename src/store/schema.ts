// What the store keeps, as plain rows: runs, their events, and a manifest of every byte file with its hash. The
// bytes themselves lie in OPFS (bytes.ts). Types and names only.

import type { DBSchema } from 'idb'
import type { Arm, RunEvent } from '../record/events.ts'
import type { RunSpec } from '../record/spec.ts'

export const DATABASE_NAME = 'tokenloom'
export const DATABASE_VERSION = 2

export type RunStatus = 'running' | 'paused' | 'finished' | 'stopped' | 'failed'

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
}

/** Token detail of one step of one arm. */
export interface TokenRow {
  readonly run: string
  readonly arm: Arm
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
}
