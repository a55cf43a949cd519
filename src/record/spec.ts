// The run spec: everything that decides a run, seed included. Types; parsing, defaults and the settings form's
// metadata are in spec-schema.ts, presets in presets.ts.

import type { Json } from '../base/json.ts'
import type { LossName, Projection } from '../service/index.ts'

export type AdvantageName = 'grpo' | 'grpo_no_std' | 'rloo' | 'reinforce_plus_plus'
/** How a reward reaches tokens: by the whole episode, fading with own turns to its end, or turn by turn. */
export type CreditName = 'episode' | 'discounted' | 'turn' | 'turn_relative'
export type ControlName = 'random' | 'shuffled' | 'frozen' | 'swapped' | 'blank' | 'shuffled-pictures'
/** Who plays an agent that does not learn: the base, a random policy, the environment's own demonstration, a past version. */
export type OtherPlayer = 'base' | 'random' | 'script' | 'past'

/** Who conducts the episodes of training: the sound coordinator, or one that breaks a rule, as a lesson. */
export type CoordinatorChoice =
  | 'sound'
  | 'no_turn_barrier'
  | 'shuffled_order'
  | 'double_move'
  | 'update_during_rollout'
  | 'reward_to_last_mover'
  | 'leaked_observation'

export type CoordinatorFault = Exclude<CoordinatorChoice, 'sound'>

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
  /** Who plays beside the agent that is measured: all learners at once, or somebody fixed in every other seat. */
  readonly others: 'self' | Exclude<OtherPlayer, 'past'>
  /** What is measured of an episode: `reward`, or a metric that the environment tells. */
  readonly metric: string
}

export interface AgentsSpec {
  /** The agents that learn; empty: all of the environment. */
  readonly learners: readonly string[]
  /** One adapter for all learners, or one each. */
  readonly adapters: 'shared' | 'separate'
  /** Who plays the agents that do not learn in an episode. */
  readonly others: OtherPlayer
  /** The share of groups in which one learner, drawn by the seed, meets `others` in all other seats. */
  readonly soloShare: number
  /** The share of moves that a script draws at random among the legal ones. */
  readonly scriptRandom: number
  /** Past versions that an adapter keeps to play against, and the steps between two of them. */
  readonly poolSize: number
  readonly poolEvery: number
  /** Tokens that each agent may sample in rollouts while it learns; 0: as many as the steps take. */
  readonly tokenBudget: number
}

/** From step `after` + 1 on, another version of the authored source is played. */
export interface SourceReload {
  /** Steps that were done when it came. */
  readonly after: number
  /** SHA-256 of its text. */
  readonly source: string
}

export interface RunSpec {
  readonly version: 1
  readonly preset: string
  readonly kind: 'reinforcement' | 'supervised'
  readonly seed: number
  readonly steps: number
  /** Name of a folder under public/models. */
  readonly base: string
  readonly environment: {
    readonly id: string
    readonly config: Json
    /** SHA-256 of the authored source that says what is played; empty: the environment of this id is built in. */
    readonly source: string
    /** Versions of the source that take its place on the way, in their order; empty: none does. */
    readonly reloads: readonly SourceReload[]
  }
  readonly adapter: {
    readonly rank: number
    readonly scale: number
    readonly targets: readonly Projection[]
    /** SHA-256 of the stored adapter checkpoint that the run starts from; empty: a fresh adapter. */
    readonly from: string
  }
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
    /** Whether policies choose among legal actions alone, where the environment lists them. */
    readonly actionMask: 'on' | 'off'
    /** Steps by which the snapshot that plays lags behind the adapter that learns. */
    readonly staleness: number
    /** Whether an episode ends with the version that it began with, or goes on with newer ones as they come. */
    readonly refresh: 'wait' | 'interrupt'
    /** Whether all episodes of a batch step together, or each goes on as soon as its own agents have answered. */
    readonly pace: 'lockstep' | 'asynchronous'
    /** Milliseconds that a rollout waits for an answer; 0: as long as it takes. */
    readonly deadline: number
  }
  /** Steps at the beginning that learn from examples, before rewards are learned from: what a master plays, or any legal play. */
  readonly imitation: {
    readonly steps: number
    /** Optimizer steps for each of those: its examples are cut into this many minibatches. 0: as many as a rollout is cut into. */
    readonly minibatches: number
    /** Of the turns of all agents but one in an example, the share that is drawn among the legal actions and not learned from. */
    readonly strays: number
    /** The share of the learning rate at which rewards are learned from, once examples have been. */
    readonly rewardRate: number
  }
  readonly objective: {
    readonly loss: LossName
    readonly clipLow: number
    readonly clipHigh: number
    readonly beta: number
    readonly weightCap: number
    readonly klCoefficient: number
    readonly advantage: AdvantageName
    readonly credit: CreditName
    /** The discount a turn; read by every credit but `episode`. */
    readonly gamma: number
    /** Whose rewards are compared: siblings of one start state, or all episodes of the step. */
    readonly compare: 'group' | 'step'
    /** Which tokens are trained on: what the policy sampled, or, as a lesson, all of them, whoever wrote them. */
    readonly trainOn: 'sampled' | 'all'
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
  readonly agents: AgentsSpec
  readonly coordinator: CoordinatorChoice
  readonly controls: readonly ControlName[]
}
