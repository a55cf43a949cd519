// What the page may ask of the engine worker. Types only: whoever speaks to a worker imports this, never its code.

import type { EngineName, MemoryDemand, MemoryPlan, ServiceDescription } from '../service/index.ts'
import type { Outcome } from './outcome.ts'

export interface EngineStart {
  /** `wgsl`: a GPU or nothing. `cpu`: the processor. `auto`: a real GPU, else the processor. */
  readonly engine: EngineName | 'auto'
  /** How many cores the CPU engine uses; no bit of a run depends on it. Default: one less than the machine has, at least one. */
  readonly cores?: number
  /** `relaxed` lets the CPU engine fuse multiply and add: faster, and no longer the same bits on every machine. Default: plain. */
  readonly simd?: 'plain' | 'relaxed'
  /** The folder of the base model, ending in a slash. */
  readonly modelUrl: string
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

export interface EngineWorkerApi {
  ping(): void
  /** Loads the base, compiles, and holds the device until the worker ends. Called once. */
  start(start: EngineStart, onPreparation: (preparation: Preparation) => void): Promise<Outcome<ServiceDescription>>
  planMemory(demand: MemoryDemand): Promise<Outcome<MemoryPlan>>
  memory(): Promise<Outcome<EngineMemory>>
  /** Serves the training service on a port, for a run worker. */
  connect(port: MessagePort): Promise<Outcome<void>>
  /** Runs the kernels against their references on this device; works without a base. */
  checkKernels(onVerdict: (verdict: KernelVerdict) => void): Promise<Outcome<void>>
}
