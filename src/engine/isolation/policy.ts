// What the isolation experiment is about: policies that train on tasks of their own, and an engine to train them on. Types
// only. Whoever knows tasks (src/training/isolation-policies.ts) makes the policies.

import type { AdamParams, AdapterSpec, Datum, LossSpec, SampledSequence, SampleRequest, TrainingService } from '../../service/index.ts'
import type { BatchReport } from '../batch-report.ts'
import type { Engine } from '../engine.ts'

export type SampleOwn = (request: Omit<SampleRequest, 'snapshot'>) => Promise<readonly SampledSequence[]>

export interface IsolationPolicy {
  readonly adapter: AdapterSpec
  readonly adam: AdamParams
  /** What the policy learns from in a step, counted from 1: examples, or what it samples itself and how that was rewarded. */
  learn(step: number, sample: SampleOwn): Promise<{ readonly data: readonly Datum[]; readonly loss: LossSpec }>
}

/** An engine with nothing but its base. */
export interface IsolationEngine {
  /** What a run talks to: the engine itself, or shards on top of it. */
  readonly service: TrainingService
  readonly engine: Engine
}

/** Engines of one kind with one base, one after the other. */
export interface IsolationBench {
  /** The hash of the base's numbers in its file (model/weight-hash.ts). */
  readonly baseHash: string
  open(onBatch: (report: BatchReport) => void): IsolationEngine
}
