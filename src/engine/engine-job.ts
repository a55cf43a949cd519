// The requests that an engine serves, by kind: what each asks and what it answers. Types, and the one place that sorts a batch by
// its kind. The queue knows no more of a job than its kind and its adapter.

import type {
  AdamParams,
  AdapterId,
  ForwardBackwardRequest,
  ForwardBackwardResult,
  ForwardRequest,
  ForwardResult,
  OptimStepResult,
  SampleRequest,
  SampleResult,
} from '../service/index.ts'
import type { Job, JobKind } from './queue.ts'

export interface Requests {
  readonly forward: ForwardRequest
  readonly forwardBackward: ForwardBackwardRequest
  readonly optimStep: { readonly adapter: AdapterId; readonly params: AdamParams }
  readonly sample: SampleRequest
  /** Bookkeeping: whatever must not run beside a pass. */
  readonly manage: () => Promise<unknown>
}

export interface Answers {
  readonly forward: ForwardResult
  readonly forwardBackward: ForwardBackwardResult
  readonly optimStep: OptimStepResult
  readonly sample: SampleResult
}

export interface JobOf<Kind extends JobKind> extends Job<Requests[Kind]> {
  readonly kind: Kind
}

export type EngineJob = { [Kind in JobKind]: JobOf<Kind> }[JobKind]

export const jobsOf = <Kind extends JobKind>(kind: Kind, batch: readonly EngineJob[]) =>
  batch.filter((job): job is EngineJob & { readonly kind: Kind } => job.kind === kind)
