// The tokens of one step of one arm, as they are recorded. Types only; token-blob.ts makes bytes of them and
// reads them back.

import type { Trajectory } from '../episode/trajectory.ts'
import type { Arm } from './events.ts'

/** One step of one arm: what was sampled and what it was worth. */
export interface StepTokens {
  readonly step: number
  readonly arm: Arm
  readonly episodes: readonly EpisodeTokens[]
}

export interface EpisodeTokens {
  readonly trajectory: Trajectory
  /** The coefficient that each token was trained with; 0 where it was not trained. */
  readonly advantages: Float32Array
  /**
   * What the backward pass took of each token: the derivative of the loss with respect to its logprob, scale included. Exactly 0
   * where the loss mask is 0. Absent where nothing was trained, and in older records.
   */
  readonly weights?: Float32Array
  /** False when the group was dropped for want of spread, or the arm does not train. */
  readonly trained: boolean
}
