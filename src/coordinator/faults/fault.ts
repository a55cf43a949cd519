// What a deliberately faulty coordinator is: its name, when it may misbehave, and what it is given to do so. Types, and
// the list of names. Each breaks one rule, at random but by counted chance: a repeated run breaks it in the same places.

import type { Key, Rng } from '../../base/random.ts'

export const FAULT_NAMES = ['no_turn_barrier', 'shuffled_order', 'double_move', 'update_during_rollout', 'reward_to_last_mover', 'leaked_observation'] as const
export type FaultName = (typeof FAULT_NAMES)[number]

/** What a run may choose from. */
export type CoordinatorName = 'sound' | FaultName

export interface FaultRequest {
  readonly name: FaultName
  readonly key: Key
  /** The share of the occasions that are taken. Default 0.5. */
  readonly share?: number
  /** Trains on what there is, inside the phase barrier's update. update_during_rollout needs it. */
  readonly update?: () => Promise<void>
  /** For tests and lessons alone: called when the fault shows in an episode. */
  readonly manifested?: (episode: number) => void
}

/** What a faulty conduct is made of. */
export interface FaultSetting {
  /** Whether the occasion of this episode and moment is taken; the generator decides whatever else chance decides. */
  readonly taken: (episode: number, moment: number) => Rng | null
  readonly manifested: (episode: number) => void
  /** Runs an update with the phase barrier's doors left ajar; null where the run gives none. */
  readonly update: (() => Promise<void>) | null
}
