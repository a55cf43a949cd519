// What the page may ask of the laboratory's worker. Types only.

import type { IsolationProgress, IsolationReport } from '../engine/isolation/isolation.ts'
import type { EngineName } from '../service/index.ts'
import type { Outcome } from './outcome.ts'

export interface LabStart {
  readonly engine: EngineName | 'auto'
  /** The folder of the base model, ending in a slash. */
  readonly modelUrl: string
  readonly steps: number
  readonly seed: number
}

export interface LabWorkerApi {
  /** The name of the lock that the worker holds while it lives (life-lock.ts); null where there are none. */
  ping(): Promise<string | null>
  /** Policies alone and in mixed passes on this machine's device, compared bit by bit. */
  isolation(start: LabStart, onProgress: (progress: IsolationProgress) => void): Promise<Outcome<IsolationReport>>
}
