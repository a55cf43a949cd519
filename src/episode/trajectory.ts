// What one agent saw and wrote in an episode, as tokens. Types only: machine.ts produces it, nothing changes
// it afterwards. Text is never decoded and tokenised again to become training data.

import type { AgentId } from '../environments/contract.ts'
import type { ActionMask, PlacedImage } from '../service/index.ts'

/** The states of the episode's machine. A token carries the state that produced it. */
export const EPISODE_STATES = ['PENDING', 'GENERATING', 'INTERACTING', 'TERMINATED'] as const
export type EpisodeState = (typeof EPISODE_STATES)[number]

export type StopReason =
  | 'completed'
  | 'truncated_turns'
  | 'truncated_tokens'
  | 'context_overflow'
  | 'parse_error'
  | 'illegal_action'
  | 'environment_error'
  /** An agent that had the turn did not answer before the deadline. */
  | 'silent_agent'
  /** Agents are left and none of them can act. */
  | 'deadlock'
  | 'cancelled'

/** A run of tokens of one state: what GENERATING wrote in one turn, what INTERACTING put in. */
export interface TurnSpan {
  readonly turn: number
  readonly state: EpisodeState
  /** Token indices [start, end). */
  readonly start: number
  readonly end: number
}

export interface TurnReward {
  readonly turn: number
  readonly reward: number
  /** The token with loss mask 1 on which the reward sits. */
  readonly token: number
}

/** All per-token arrays have the length of `tokens`. */
export interface Trajectory {
  readonly episode: number
  readonly agent: AgentId
  /** Episodes of one group start from the same state; their advantages are relative to each other. */
  readonly group: number
  readonly tokens: Uint32Array
  /** Index into EPISODE_STATES. */
  readonly states: Uint8Array
  readonly lossMask: Uint8Array
  /** 0 where the loss mask is 0. */
  readonly samplingLogprobs: Float32Array
  readonly entropies: Float32Array
  /** What each token was sampled from, where legal actions masked it. Absent: nothing was masked. */
  readonly actionMask?: ActionMask
  /** The pictures that the agent was shown, by their starts. Their rows have ids of base/picture-rows.ts and loss mask 0. Absent: none. */
  readonly images?: readonly PlacedImage[]
  /** Version of the policy that wrote the token; 0 where the loss mask is 0. */
  readonly versions: Uint32Array
  readonly spans: readonly TurnSpan[]
  readonly rewards: readonly TurnReward[]
  readonly totalReward: number
  readonly stop: StopReason
  readonly metrics: Readonly<Record<string, number>>
}
