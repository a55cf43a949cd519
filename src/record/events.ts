// The event log of a run: append-only, numbered, and enough to draw every screen. Durations live in fields
// named milliseconds and never enter the digest.

import type { ErrorData } from '../base/errors.ts'
import type { EpisodeState, StopReason } from '../episode/trajectory.ts'
import type { MemoryPlan, ServiceDescription } from '../service/index.ts'
import type { ControlName, RunSpec } from './spec.ts'

/** Which curve an event belongs to: the trained policy, or one of its controls. */
export type Arm = 'policy' | ControlName

export interface Evaluation {
  readonly arm: Arm
  readonly step: number
  /** Mean reward on held-out problems, sampled at temperature 1, with the standard error of the mean. */
  readonly sampled: number
  readonly sampledError: number
  /** The same, taking the most probable token. */
  readonly greedy: number
  readonly problems: number
}

/** One training step, in the vocabulary of the field. Means are over trained tokens unless said otherwise. */
export interface StepMetrics {
  readonly loss: number
  readonly rewardMean: number
  readonly rewardStd: number
  /** Mean over sampled tokens; over trained tokens in supervised runs. */
  readonly entropy: number
  /** k3 estimate of KL(sampling policy || base). */
  readonly klToBase: number
  /** Mean over the step's optimizer steps, before clipping. */
  readonly gradNorm: number
  readonly clipShare: number
  readonly learningRate: number
  readonly groups: number
  /** Groups without reward spread: they carry no gradient and were dropped. */
  readonly droppedGroups: number
  readonly sampledTokens: number
  readonly trainedTokens: number
  readonly trainedRows: number
  readonly completionTokensMean: number
  readonly completionTokensMax: number
  /** Share of episodes that ran out of budget instead of stopping. */
  readonly truncatedShare: number
  /** Greatest |sampling logprob - training logprob| over every trained token, under the recorded version. */
  readonly logprobGap: number
  readonly skippedUpdates: number
}

export interface StepDurations {
  readonly rollout: number
  readonly environment: number
  readonly forwardBackward: number
  readonly optimizer: number
  readonly total: number
}

/** A step's trajectories as columns; the bytes are one blob (record/token-blob.ts). */
export interface TokenBlobRef {
  readonly step: number
  readonly arm: Arm
  readonly episodes: number
  readonly tokens: number
  readonly bytes: number
  /** SHA-256 of the blob. */
  readonly hash: string
}

export type RunEventBody =
  | {
      readonly kind: 'started'
      readonly spec: RunSpec
      readonly service: ServiceDescription
      readonly memory: MemoryPlan
      readonly vocabulary: readonly string[]
    }
  | { readonly kind: 'phase'; readonly phase: RunPhase; readonly step: number }
  | { readonly kind: 'evaluated'; readonly evaluation: Evaluation; readonly milliseconds: number }
  | {
      readonly kind: 'states'
      readonly arm: Arm
      readonly step: number
      readonly counts: Readonly<Record<EpisodeState, number>>
      readonly stops: Readonly<Partial<Record<StopReason, number>>>
    }
  | {
      readonly kind: 'stepped'
      readonly arm: Arm
      readonly step: number
      readonly version: number
      readonly metrics: StepMetrics
      readonly digest: string
      readonly milliseconds: StepDurations
    }
  | { readonly kind: 'tokens'; readonly ref: TokenBlobRef }
  | { readonly kind: 'paused'; readonly step: number }
  | { readonly kind: 'resumed'; readonly step: number }
  /** Where the run stood after `step` was kept; `hash` is the SHA-256 of those bytes (record/run-checkpoint.ts). */
  | { readonly kind: 'checkpointed'; readonly step: number; readonly hash: string }
  /** The run went on from what was kept after `step`. Events that had followed it were taken out of the log. */
  | { readonly kind: 'continued'; readonly step: number }
  | { readonly kind: 'finished'; readonly summary: RunSummary }
  | { readonly kind: 'stopped'; readonly step: number }
  | { readonly kind: 'failed'; readonly error: ErrorData }

export type RunPhase = 'preparing' | 'evaluating' | 'rollout' | 'updating' | 'control' | 'idle'

export interface RunSummary {
  readonly steps: number
  readonly baseSampled: number
  readonly baseGreedy: number
  readonly final: number
  readonly finalGreedy: number
  /** Final sampled held-out value of every control that ran. */
  readonly controls: Readonly<Partial<Record<ControlName, number>>>
  readonly rolloutTokensPerSecond: number
  readonly trainTokensPerSecond: number
  readonly logprobGap: number
  readonly digest: string
  readonly seconds: number
}

/** What a run has counted between two steps, for the summary at its end. */
export interface RunTotals {
  /** The first and the latest evaluation of the policy. */
  readonly base: Evaluation | null
  readonly final: Evaluation | null
  readonly controls: Readonly<Partial<Record<ControlName, number>>>
  readonly sampledTokens: number
  readonly trainedTokens: number
  readonly logprobGap: number
  readonly milliseconds: { readonly rollout: number; readonly train: number; readonly total: number }
}

export type RunEvent = RunEventBody & { readonly run: string; readonly seq: number }
