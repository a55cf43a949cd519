// A datum: one token sequence with what a loss needs to know of each token. Types only. The per-token arrays
// all have the length of `tokens`; entry i speaks of tokens[i], the token that was predicted from tokens[0 … i-1].

import type { ActionMask } from './action-mask.ts'
import type { PlacedImage } from './image.ts'

/** A token sequence ready for training. Token 0 is never predicted, so its weight must be 0. */
export interface Datum {
  readonly id: string
  readonly tokens: Uint32Array
  /** The loss mask: 1 where the token is trained on, 0 where it only conditions. */
  readonly lossMask: Uint8Array
  /** The coefficient of each token: the weight (cross_entropy) or the advantage (all others). Read where lossMask is 1. */
  readonly coefficients: Float32Array
  /** The logprob recorded when the token was sampled, at `temperature`. Read where lossMask is 1; absent for cross_entropy. */
  readonly samplingLogprobs?: Float32Array
  /** The logprob under the policy just before this update, at `temperature`. Read by decoupled_ppo, where lossMask is 1. */
  readonly proximalLogprobs?: Float32Array
  /** The sampling temperature; the training head evaluates the same distribution. Default 1. */
  readonly temperature?: number
  /** What the tokens were sampled from, where actions were masked: the training head evaluates the same distribution. */
  readonly actionMask?: ActionMask
  /** The pictures among the tokens, by their starts: their rows carry loss mask 0. Absent: text alone. */
  readonly images?: readonly PlacedImage[]
  /**
   * Sequences of one group that share their first `sharedPrefix` tokens compute them once. All data of a group
   * must agree on those tokens, which must carry loss mask 0.
   */
  readonly group?: string
  readonly sharedPrefix?: number
}

/**
 * The losses: the first five by the names of the Tinker API, then gspo and decoupled_ppo. Definitions: src/objectives. All
 * are sums over tokens.
 */
export type LossName = 'cross_entropy' | 'importance_sampling' | 'ppo' | 'cispo' | 'dro' | 'gspo' | 'decoupled_ppo'

export interface LossSpec {
  readonly name: LossName
  /** Bounds on the ratio itself (ppo, cispo, gspo, decoupled_ppo), not epsilons: 0.8 and 1.2 clip by 0.2. */
  readonly clipLow?: number
  readonly clipHigh?: number
  /** The greatest weight that decoupled_ppo gives a token for how much likelier it has become since it was sampled. */
  readonly weightCap?: number
  /** The strength of the quadratic term of dro. */
  readonly beta?: number
  /**
   * Adds klCoefficient times the k3 estimate of KL(policy || base) per trained token. The base logprobs come
   * from the same pass with the adapter off.
   */
  readonly klCoefficient?: number
  /** The whole loss of a token, its penalty terms included, is multiplied by this: normalisation is explicit. Default 1. */
  readonly scale?: number
}
