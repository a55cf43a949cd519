// What is testified about a batch of episodes, by whoever did it, in the order in which it happened. The environment
// host, the writers, the engine, the coordinator and the trainer each speak for themselves alone; the auditor compares.
// Nothing here holds a judgement, and nothing a duration.

import type { Json } from '../base/json.ts'
import type { AgentId } from '../environments/contract.ts'
import type { Picture } from '../environments/picture.ts'
import type { PlayStop, PlayWitness } from '../environments/play.ts'
import type { StopReason, Trajectory } from '../episode/trajectory.ts'
import type { ActionTrie, Datum, EngineStamp } from '../service/index.ts'

/** What a writer had before it: tokens for a policy, the text for a person, the observation for a script. */
export type Reading =
  | { readonly kind: 'tokens'; readonly tokens: Uint32Array }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'observation'; readonly observation: Json }

/** What a writer answered. */
export type Writing =
  | { readonly kind: 'tokens'; readonly tokens: Uint32Array }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'action'; readonly action: Json }

export type EnvironmentFact =
  | { readonly by: 'environment'; readonly kind: 'began'; readonly episode: number }
  /** A prompt that the environment wrote for an agent. */
  | {
      readonly by: 'environment'
      readonly kind: 'shown'
      readonly episode: number
      readonly agent: AgentId
      readonly text: string
      readonly pictures: readonly Picture[]
    }
  /** Texts that were taken as these agents' actions, and the rewards that followed. */
  | {
      readonly by: 'environment'
      readonly kind: 'acted'
      readonly episode: number
      readonly texts: Readonly<Record<AgentId, string>>
      readonly rewards: Readonly<Record<AgentId, number>>
      readonly stop: PlayStop | null
    }
  /** An agent wrote no whole action, and the play ended. */
  | {
      readonly by: 'environment'
      readonly kind: 'forfeited'
      readonly episode: number
      readonly agent: AgentId
      readonly text: string
      readonly rewards: Readonly<Record<AgentId, number>>
    }

export type WriterFact =
  /** An agent was asked and answered. */
  {
    readonly by: 'writer'
    readonly kind: 'wrote'
    readonly episode: number
    readonly agent: AgentId
    /** The player's name. */
    readonly player: string
    readonly reading: Reading
    readonly writing: Writing
    /** The weights that wrote; null where there are none. */
    readonly weights: { readonly hash: string; readonly version: number } | null
    /** The action mask that the sampler walked, where there was one. */
    readonly actions?: ActionTrie
  }

export type EngineFact =
  /** One sampling request: the stamp is the engine's own, the prompts are those that it was sent, the first of this episode. */
  | { readonly by: 'engine'; readonly kind: 'served'; readonly episode: number; readonly stamp: EngineStamp; readonly prompts: readonly Uint32Array[] }
  /** One forward and backward pass over these data: the hash and the number of trained tokens are the engine's own. */
  | { readonly by: 'engine'; readonly kind: 'trained'; readonly inputHash: string; readonly ids: readonly string[]; readonly trainedTokens: number }

export type CoordinatorFact =
  /** An agent has a turn. */
  | { readonly by: 'coordinator'; readonly kind: 'granted'; readonly episode: number; readonly agent: AgentId }
  /** The rewards as they were handed to the agents' trajectories. */
  | { readonly by: 'coordinator'; readonly kind: 'credited'; readonly episode: number; readonly rewards: Readonly<Record<AgentId, number>> }
  | { readonly by: 'coordinator'; readonly kind: 'closed'; readonly episode: number; readonly stop: StopReason }
  /** What is left of an agent's part, once all episodes are over. */
  | { readonly by: 'coordinator'; readonly kind: 'told'; readonly trajectory: Trajectory }

export type TrainerFact =
  /** Weights that a player of this batch reads are about to change. */
  | { readonly by: 'trainer'; readonly kind: 'updated' }
  /** What an agent's part became for training. */
  | { readonly by: 'trainer'; readonly kind: 'fed'; readonly episode: number; readonly agent: AgentId; readonly datum: Datum }

export type Fact = EnvironmentFact | WriterFact | EngineFact | CoordinatorFact | TrainerFact

/** Hears every fact, in the order in which they happen. */
export type Witness = (fact: Fact) => void

/** The environment host's own voice. The play calls it; no coordinator stands between. */
export function playWitness(episode: number, witness: Witness): PlayWitness {
  witness({ by: 'environment', kind: 'began', episode })
  return {
    shown: (agent, text, pictures) => witness({ by: 'environment', kind: 'shown', episode, agent, text, pictures }),
    acted: (texts, { rewards, stop = null }) => witness({ by: 'environment', kind: 'acted', episode, texts, rewards, stop }),
    forfeited: (agent, text, { rewards }) => witness({ by: 'environment', kind: 'forfeited', episode, agent, text, rewards }),
  }
}
