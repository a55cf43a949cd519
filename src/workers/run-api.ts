// What the page may ask of a run worker. Types only.

import type { ErrorData } from '../base/errors.ts'
import type { RunSpec } from '../record/spec.ts'
import type { Outcome } from './outcome.ts'

export interface RunStart {
  readonly run: string
  readonly spec: RunSpec
  /** The folder of the base model, ending in a slash: the run reads its tokenizer. */
  readonly modelUrl: string
  /** A training service (service-host.ts). */
  readonly engine: MessagePort
  /** Event batches for the screen, and for the store where there is one (event-port.ts). */
  readonly screen: MessagePort
  readonly store: MessagePort | null
  /** Where the run goes on, as the store kept it: the number of its event, and its bytes. Absent: the run starts. */
  readonly from?: { readonly seq: number; readonly bytes: Uint8Array<ArrayBuffer> }
}

/** A file that the run leaves: its adapter in PEFT layout. */
export interface RunFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface RunWorkerApi {
  ping(): void
  /** Resolves when the run is over and everything it emitted has been read. */
  run(start: RunStart): Promise<Outcome<readonly RunFile[]>>
  pause(): void
  resume(): void
  /** One step, then pause again. */
  step(): void
  stop(): void
  /** Keeps a checkpoint as soon as the step under way is done: the page may be about to go. */
  save(): void
  /** The page saw the engine's worker fall: everything that waits on it is rejected at once. */
  engineDied(cause: ErrorData): void
}
