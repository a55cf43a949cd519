// What the page may ask of the store worker. Types only.

import type { AdapterCheckpoint } from '../record/adapter-checkpoint.ts'
import type { BlobName, RunEvent } from '../record/events.ts'
import type { LeagueRecord, LeagueRound } from '../record/league-record.ts'
import type { StoredCheckpoint } from '../store/checkpoints.ts'
import type { DataSetRow } from '../store/data-sets.ts'
import type { LibraryEntry } from '../store/library.ts'
import type { AdapterRow } from '../store/library-schema.ts'
import type { RunRow } from '../store/schema.ts'
import type { SourceRow, SourceVersionRow } from '../store/sources-schema.ts'
import type { RunUsage, RunWords } from '../store/store.ts'
import type { Outcome } from './outcome.ts'
import type { RunFile } from './run-api.ts'

export interface StoreWorkerApi {
  /** The name of the lock that the worker holds while it lives (life-lock.ts); null where there are none. */
  ping(): Promise<string | null>
  /** STORE_BUSY when another tab owns the store. */
  open(): Promise<Outcome<void>>
  runs(): Promise<Outcome<readonly RunRow[]>>
  events(run: string, fromSeq: number): Promise<Outcome<readonly RunEvent[]>>
  append(events: readonly RunEvent[]): Promise<Outcome<void>>
  tokens(run: string, arm: BlobName, step: number): Promise<Outcome<Uint8Array<ArrayBuffer> | undefined>>
  putTokens(run: string, arm: BlobName, step: number, bytes: Uint8Array<ArrayBuffer>): Promise<Outcome<void>>
  /** What a run can go on from: the newest that is whole. CHECKPOINT_UNKNOWN, CHECKPOINT_CORRUPT. */
  checkpoint(run: string): Promise<Outcome<StoredCheckpoint>>
  putFile(run: string, file: RunFile): Promise<Outcome<void>>
  files(run: string): Promise<Outcome<readonly RunFile[]>>
  describe(run: string, words: RunWords): Promise<Outcome<void>>
  remove(run: string): Promise<Outcome<void>>
  /** What every run takes on the disk. */
  usage(): Promise<Outcome<readonly RunUsage[]>>
  /** Its tokens and turns go, its log stays. */
  dropTokens(run: string): Promise<Outcome<void>>
  /** The library of adapters (store/library.ts), by name or by address. */
  saveAdapter(name: string, checkpoint: AdapterCheckpoint, options?: { readonly timeToLive?: number }): Promise<Outcome<string>>
  loadAdapter(nameOrHash: string): Promise<Outcome<AdapterCheckpoint>>
  listAdapters(options?: { readonly prefix?: string; readonly limit?: number; readonly after?: string }): Promise<Outcome<readonly LibraryEntry[]>>
  adapterLineage(nameOrHash: string): Promise<Outcome<readonly AdapterRow[]>>
  rollBackAdapter(name: string, hash: string): Promise<Outcome<void>>
  forkAdapter(name: string, fork: string): Promise<Outcome<void>>
  removeAdapter(name: string): Promise<Outcome<void>>
  sweepAdapters(): Promise<Outcome<number>>
  /** The shelf of authored sources (store/sources.ts). */
  sources(): Promise<Outcome<readonly SourceRow[]>>
  createSource(id: string, name: string, text: string, forkOf?: string): Promise<Outcome<SourceRow>>
  writeSource(id: string, text: string): Promise<Outcome<boolean>>
  renameSource(id: string, name: string): Promise<Outcome<void>>
  keepSource(id: string): Promise<Outcome<string>>
  sourceVersions(id: string): Promise<Outcome<readonly SourceVersionRow[]>>
  removeSource(id: string): Promise<Outcome<void>>
  /** Leagues (store/league-shelf.ts), newest first; their rounds in order. */
  leagues(): Promise<Outcome<readonly LeagueRecord[]>>
  putLeague(league: LeagueRecord): Promise<Outcome<void>>
  leagueRounds(league: string): Promise<Outcome<readonly LeagueRound[]>>
  putLeagueRound(round: LeagueRound): Promise<Outcome<void>>
  removeLeague(league: string): Promise<Outcome<void>>
  /** The shelf of data sets (store/data-sets.ts), by the hash of their content. */
  dataSets(): Promise<Outcome<readonly DataSetRow[]>>
  saveDataSet(row: Omit<DataSetRow, 'bytes' | 'saved'>, bytes: Uint8Array<ArrayBuffer>): Promise<Outcome<void>>
  dataSet(hash: string): Promise<Outcome<Uint8Array<ArrayBuffer> | undefined>>
  removeDataSet(hash: string): Promise<Outcome<void>>
  /** Keeps on this port what finds no room on an engine's device (shelf-port.ts); what an earlier engine had there is removed. */
  shelf(port: MessagePort): Promise<Outcome<void>>
  /** Writes everything that a run sends on the port; the first failure is reported once. */
  accept(port: MessagePort, onFailure: (failure: Outcome<never>) => void): void
}
