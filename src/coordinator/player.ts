// Who sits in a seat: a policy behind a sampler, a script, or a person. An adapter of one's own, a shared one, a
// frozen past version and the base are all the same here: a snapshot with a sampler. Types, and the shortest seating.

import type { Json } from '../base/json.ts'
import type { Key, Rng } from '../base/random.ts'
import type { AgentId, LegalActions } from '../environments/contract.ts'
import type { EpisodePlan } from './episode-plan.ts'
import type { Sampler } from './sampler.ts'

/** What an agent that is no policy is told when it must act: only what it may see. */
export interface SeatTurn {
  readonly episode: number
  readonly agent: AgentId
  readonly observation: Json
  readonly legal: LegalActions
}

export interface ScriptTurn extends SeatTurn {
  /** Keyed by the script's key, the episode, the agent and the length of what was said: never by timing. */
  readonly rng: Rng
  /** What the environment's own demonstration would do here; undefined where it has none. It may know more than the agent sees. */
  readonly master: () => Json | undefined
  /** What the environment's scripted player of this name would do here; undefined where it has none. */
  readonly scripted: (name: string) => Json | undefined
}

export interface HumanTurn extends SeatTurn {
  /** What a policy would read now. */
  readonly prompt: string
}

/** Its tokens carry loss mask 1. Seats whose player has the same sampler share one request a wave. */
export interface PolicyPlayer {
  readonly kind: 'policy'
  /** Under which name its turns are logged: 'policy', 'red', 'version 12'. */
  readonly name: string
  /** What the seat is meant to read throughout the rollout. Null where nothing is pinned, as for the random policy. */
  readonly snapshot: { readonly hash: string; readonly version: number } | null
  readonly sampler: Sampler
}

/** Its action is written in the environment's own format, with loss mask 0. Undefined: it stays silent, and the episode ends. */
export interface ScriptPlayer {
  readonly kind: 'script'
  readonly name: string
  readonly key: Key
  readonly act: (turn: ScriptTurn) => Json | undefined | Promise<Json | undefined>
}

/** The text is what the person means; the stop text is added where it is missing. Loss mask 0. */
export interface HumanPlayer {
  readonly kind: 'human'
  readonly name: string
  readonly write: (turn: HumanTurn) => Promise<string>
}

export type Player = PolicyPlayer | ScriptPlayer | HumanPlayer

/** Who plays an agent in an episode. Asked once for every seat, when the episode opens. One snapshot is one sampler: make it once, not a call. */
export type Seating = (plan: EpisodePlan, agent: AgentId) => Player

/** One policy in all seats. */
export function solePolicy(sampler: Sampler, snapshot: PolicyPlayer['snapshot'] = null, name = 'policy'): Seating {
  const player: PolicyPlayer = { kind: 'policy', name, snapshot, sampler }
  return () => player
}
