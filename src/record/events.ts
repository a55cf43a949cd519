// The event log of a run: append-only, numbered, and enough to draw every screen. Durations live in fields
// named milliseconds and never enter the digest.

import type { ErrorData } from '../base/errors.ts'
import type { EpisodeState, StopReason } from '../episode/trajectory.ts'
import type { MemoryPlan, ServiceDescription } from '../service/index.ts'
import type { ControlName, RunSpec } from './spec.ts'
import type { RunAudit, StepAudit } from './step-audit.ts'

/** Which curve an event belongs to: the trained policy, or one of its controls. */
export type Arm = 'policy' | ControlName

/** One learner of several, measured as the whole is. */
export interface AgentEvaluation {
  readonly name: string
  readonly sampled: number
  readonly sampledError: number
  readonly greedy: number
}

/** Those problems of an evaluation that the environment tells apart from the others by a name, such as the kind of a figure. */
export interface PartEvaluation {
  readonly name: string
  readonly problems: number
  readonly sampled: number
  readonly greedy: number
}

export interface Evaluation {
  readonly arm: Arm
  readonly step: number
  /** Mean reward (or the metric that the spec names) on held-out problems, sampled at temperature 1, with the standard error of the mean. */
  readonly sampled: number
  readonly sampledError: number
  /** The same, taking the most probable token. */
  readonly greedy: number
  readonly problems: number
  /** Absent where one agent learns. */
  readonly agents?: readonly AgentEvaluation[]
  /** By name; absent where the environment tells no parts, or one alone. */
  readonly parts?: readonly PartEvaluation[]
}

/** What one agent did in a step's rollout, and what it cost. Agents that nobody trains are told of too. */
export interface AgentStep {
  readonly name: string
  /** The adapter that it writes with; null for who does not learn. */
  readonly adapter: string | null
  /** Of that adapter, after the step; 0 without one. */
  readonly version: number
  readonly episodes: number
  /** Sum over its episodes, in which it was the learner. */
  readonly reward: number
  readonly turns: number
  readonly sampledTokens: number
  /** Its share of the time of sampling, by tokens. */
  readonly milliseconds: number
  /** What its budget leaves after the step; absent without a budget. At 0 it learns no more. */
  readonly tokensLeft?: number
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
  /** Updates left out as a gradient was not finite. */
  readonly skippedUpdates: number
  /** Optimizer steps by which the version that wrote was older than the one that learnt. Absent in older logs. */
  readonly staleness?: number
}

export interface StepDurations {
  readonly rollout: number
  readonly environment: number
  /** The part of `environment` in which the sandbox was waited for; absent where the rules are built in, and in older logs. */
  readonly sandbox?: number
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

/** A step's turns and waits; the bytes are one blob (record/turn-blob.ts). */
export interface TurnBlobRef {
  readonly step: number
  readonly arm: Arm
  readonly turns: number
  readonly waits: number
  readonly bytes: number
  /** SHA-256 of the blob. */
  readonly hash: string
}

/** When things were done within a step, in milliseconds from its start. Named beside what is hashed, never in it. */
export interface StepSpans {
  readonly rollout: readonly [from: number, to: number]
  /** Null for who learns nothing. */
  readonly updating: readonly [from: number, to: number] | null
  /** Of every wave of the rollout: when it was asked for and when its answers were written. Empty where waves overlap. */
  readonly waves: readonly (readonly [wave: number, asked: number, answered: number])[]
  /** Of every turn, in the order of the blob, where waves overlap; absent where they do not. */
  readonly turns?: readonly (readonly [asked: number, answered: number])[]
}

/** The bytes of a step go by the name of what they hold: the tokens of an arm, or its turns. */
export type BlobName = Arm | `turns-${Arm}`

export const turnsOfArm = (arm: Arm): BlobName => `turns-${arm}`

export type RunEventBody =
  | {
      readonly kind: 'started'
      readonly spec: RunSpec
      readonly service: ServiceDescription
      readonly memory: MemoryPlan
      readonly vocabulary: readonly string[]
      /** The authored source whose hash the spec names; absent where the environment is built in. */
      readonly source?: string
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
      /** In the environment's order. Absent in logs from before there were several. */
      readonly agents?: readonly AgentStep[]
      /** It learned from examples, not from rewards. Absent in steps by reward, and where the whole run is supervised. */
      readonly imitated?: true
      /** Episodes that a deadline ended: played again, they may go otherwise. Absent: none. */
      readonly unrepeatable?: readonly number[]
    }
  /** What the audit of a step of the policy found: comparisons that held, all and by check, and the first that did not. */
  | { readonly kind: 'audited'; readonly step: number; readonly audit: StepAudit }
  | { readonly kind: 'tokens'; readonly ref: TokenBlobRef }
  | { readonly kind: 'turns'; readonly ref: TurnBlobRef; readonly milliseconds: StepSpans }
  /** After `step` steps another version of the authored source took the place of the one before: later steps play it. */
  | { readonly kind: 'reloaded'; readonly step: number; readonly hash: string; readonly source: string }
  | { readonly kind: 'paused'; readonly step: number }
  | { readonly kind: 'resumed'; readonly step: number }
  /** Where the run stood after `step` was kept; `hash` is the SHA-256 of those bytes (record/run-checkpoint.ts). */
  | { readonly kind: 'checkpointed'; readonly step: number; readonly hash: string }
  /** The run went on from what was kept after `step`. Events that had followed it were taken out of the log. */
  | { readonly kind: 'continued'; readonly step: number }
  | { readonly kind: 'finished'; readonly summary: RunSummary }
  | { readonly kind: 'stopped'; readonly step: number }
  /** A game that somebody kept (record/game-spec.ts): it was played to here, and nobody trained. In older logs such a game was stopped. */
  | { readonly kind: 'played' }
  | { readonly kind: 'failed'; readonly error: ErrorData }

export type RunPhase = 'preparing' | 'evaluating' | 'imitating' | 'rollout' | 'updating' | 'control' | 'idle'

export interface AgentSummary {
  readonly name: string
  readonly base: number
  readonly final: number
  readonly finalGreedy: number
  readonly controls: Readonly<Partial<Record<ControlName, number>>>
  /** Tokens and milliseconds of sampling over the whole run, by a unit of reward; null where it earned none. */
  readonly tokensPerReward: number | null
  readonly millisecondsPerReward: number | null
}

export interface RunSummary {
  readonly steps: number
  readonly baseSampled: number
  readonly baseGreedy: number
  readonly final: number
  readonly finalGreedy: number
  /** Final sampled held-out value of every control that ran. */
  readonly controls: Readonly<Partial<Record<ControlName, number>>>
  /** Every agent that learnt: held-out, sampled, before and after, and its controls. Absent in older logs. */
  readonly agents?: readonly AgentSummary[]
  /** Of all steps of the policy. Absent in older logs. */
  readonly audit?: RunAudit
  readonly rolloutTokensPerSecond: number
  readonly trainTokensPerSecond: number
  readonly logprobGap: number
  readonly digest: string
  readonly seconds: number
}

export interface AgentCost {
  readonly name: string
  readonly reward: number
  readonly sampledTokens: number
  readonly milliseconds: number
}

/** What a run has counted between two steps, for the summary at its end. */
export interface RunTotals {
  /** The first and the latest evaluation of the policy. */
  readonly base: Evaluation | null
  readonly final: Evaluation | null
  readonly controls: Readonly<Partial<Record<ControlName, number>>>
  /** The latest evaluation of every control, by agent. */
  readonly controlAgents?: Readonly<Partial<Record<ControlName, readonly AgentEvaluation[]>>>
  /** What every agent of the policy has earned and cost so far. */
  readonly agents?: readonly AgentCost[]
  readonly audit?: RunAudit
  readonly sampledTokens: number
  readonly trainedTokens: number
  readonly logprobGap: number
  readonly milliseconds: { readonly rollout: number; readonly train: number; readonly total: number }
}

export type RunEvent = RunEventBody & { readonly run: string; readonly seq: number }
