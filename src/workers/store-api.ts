// What the page may ask of the store worker. Types only.

import type { Arm, RunEvent } from '../record/events.ts'
import type { StoredCheckpoint } from '../store/checkpoints.ts'
import type { RunRow } from '../store/schema.ts'
import type { RunWords } from '../store/store.ts'
import type { Outcome } from './outcome.ts'
import type { RunFile } from './run-api.ts'

export interface StoreWorkerApi {
  ping(): void
  /** STORE_BUSY when another tab owns the store. */
  open(): Promise<Outcome<void>>
  runs(): Promise<Outcome<readonly RunRow[]>>
  events(run: string, fromSeq: number): Promise<Outcome<readonly RunEvent[]>>
  append(events: readonly RunEvent[]): Promise<Outcome<void>>
  tokens(run: string, arm: Arm, step: number): Promise<Outcome<Uint8Array<ArrayBuffer> | undefined>>
  /** What a run can go on from: the newest that is whole. CHECKPOINT_UNKNOWN, CHECKPOINT_CORRUPT. */
  checkpoint(run: string): Promise<Outcome<StoredCheckpoint>>
  putFile(run: string, file: RunFile): Promise<Outcome<void>>
  files(run: string): Promise<Outcome<readonly RunFile[]>>
  describe(run: string, words: RunWords): Promise<Outcome<void>>
  remove(run: string): Promise<Outcome<void>>
  /** Writes everything that a run sends on the port; the first failure is reported once. */
  accept(port: MessagePort, onFailure: (failure: Outcome<never>) => void): void
}
