// What the page may ask of the engine worker. Types only: whoever speaks to a worker imports this, never its code.

import type { ErrorData } from '../base/errors.ts'
import type { ClientSettings, ScheduleReport } from '../engine/schedule/report.ts'
import type { KernelProfile } from '../kernels/timed-kernels.ts'
import type { EngineName, MemoryDemand, MemoryPlan, ServiceDescription } from '../service/index.ts'
import type { Outcome } from './outcome.ts'

export interface EngineStart {
  /** `wgsl`: a GPU or nothing. `cpu`: the processor. `auto`: a real GPU, else the processor. */
  readonly engine: EngineName | 'auto'
  /** How many cores the CPU engine uses; no bit of a run depends on it. Default: one less than the machine has, at least one. */
  readonly cores?: number
  /** `relaxed` lets the CPU engine fuse multiply and add: faster, and no longer the same bits on every machine. Default: plain. */
  readonly simd?: 'plain' | 'relaxed'
  /** The page was given an adapter earlier: one that is missing now was taken away. */
  readonly sawAdapter?: boolean
  /** The folder of the base model, ending in a slash. */
  readonly modelUrl: string
  /** Where adapters lie that find no room on the device (shelf-port.ts). Absent: in the memory of the worker. */
  readonly shelf?: MessagePort
}

/** Where the preparation stands, in words and real units. */
export interface Preparation {
  readonly what: string
  readonly done: number
  readonly total: number
}

/** What the device holds now, by the label of what holds it, and the most it ever held. */
export interface EngineMemory {
  readonly held: Readonly<Record<string, number>>
  readonly peakBytes: number
}

/** One kernel against its float64 reference at one size. */
export interface KernelVerdict {
  readonly operation: string
  readonly size: string
  /** Relative to the norm of the reference's result. */
  readonly error: number
  readonly tolerance: number
  readonly passed: boolean
}

/** The time of kernels by operation and phase, on the first core where there are several. */
export interface EngineProfile extends KernelProfile {
  readonly cores: number
}

/** What a step begins with: samples where a run learns from rewards, a gradient where it learns from examples. */
export type StepOpening = 'sample' | 'forwardBackward'

export interface EngineWorkerApi {
  /** The name of the lock that the worker holds while it lives (life-lock.ts); null where there are none. */
  ping(): Promise<string | null>
  /** Loads the base, compiles, and holds the device until the worker ends. Called once. `onTrouble` hears of a device that is lost. */
  start(start: EngineStart, onPreparation: (preparation: Preparation) => void, onTrouble: (error: ErrorData) => void): Promise<Outcome<ServiceDescription>>
  planMemory(demand: MemoryDemand): Promise<Outcome<MemoryPlan>>
  memory(): Promise<Outcome<EngineMemory>>
  /** Measures kernels over the next whole step that begins so; CANCELLED when that is stopped. */
  profileStep(opening: StepOpening): Promise<Outcome<EngineProfile>>
  stopProfile(): Promise<Outcome<void>>
  /** Serves the training service on a port, to the client of this id: a run's, or one that several short askers share. */
  connect(port: MessagePort, client: string, settings: Partial<ClientSettings>): Promise<Outcome<void>>
  /** The client is gone: what it asked for is cancelled, and what it held is freed. */
  disconnect(client: string): Promise<Outcome<void>>
  /** Its priority, or whether it is held, from the next round on. */
  changeClient(client: string, settings: Partial<ClientSettings>): Promise<Outcome<void>>
  /** Who waits for what and why, and the batches after the one with number `since`. */
  schedule(since: number): Promise<Outcome<ScheduleReport>>
  /** Runs the kernels against their references on this device; works without a base. */
  checkKernels(onVerdict: (verdict: KernelVerdict) => void | Promise<void>): Promise<Outcome<void>>
}
