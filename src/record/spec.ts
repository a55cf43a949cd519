// The run spec: everything that decides a run, seed included. Types; parsing, defaults and the settings form's
// metadata are in spec-schema.ts, presets in presets.ts.

import type { Json } from '../base/json.ts'
import type { LossName, Projection } from '../service/index.ts'

export type AdvantageName = 'grpo' | 'grpo_no_std' | 'rloo'
export type ControlName = 'random' | 'shuffled' | 'frozen'

export interface ScheduleSpec {
  readonly learningRate: number
  /** Optimizer steps of linear warm-up. */
  readonly warmupSteps: number
  /** The share of the peak that is left at the last optimizer step (linear decay). 1: constant. */
  readonly finalShare: number
}

export interface EvaluationSpec {
  /** Held-out problems, each sampled once at temperature 1 and once greedily. */
  readonly problems: number
  /** Steps between evaluations; the first and the last step are always evaluated. */
  readonly every: number
}

export interface RunSpec {
  readonly version: 1
  readonly preset: string
  readonly kind: 'reinforcement' | 'supervised'
  readonly seed: number
  readonly steps: number
  /** Name of a folder under public/models. */
  readonly base: string
  readonly environment: { readonly id: string; readonly config: Json }
  readonly adapter: { readonly rank: number; readonly scale: number; readonly targets: readonly Projection[] }
  readonly rollout: {
    /** Start states a step. */
    readonly groups: number
    /** Episodes that share a start state. */
    readonly groupSize: number
    readonly temperature: number
    readonly topK: number
    readonly topP: number
    readonly maxTokensPerTurn: number
    readonly maxTokensPerEpisode: number
  }
  readonly objective: {
    readonly loss: LossName
    readonly clipLow: number
    readonly clipHigh: number
    readonly beta: number
    readonly klCoefficient: number
    readonly advantage: AdvantageName
    /** Optimizer steps a rollout: its groups are cut into this many minibatches. */
    readonly minibatches: number
  }
  readonly optimizer: ScheduleSpec & {
    readonly beta1: number
    readonly beta2: number
    readonly epsilon: number
    readonly weightDecay: number
    readonly gradClipNorm: number
  }
  readonly evaluation: EvaluationSpec
  readonly controls: readonly ControlName[]
}
