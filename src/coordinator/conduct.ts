// How episodes are conducted: who is asked, in whose place, what the writer is shown, and who is credited. The sound
// conduct follows the rules to the letter; the faulty ones (faults/) break one rule each, and stand where it would.

import type { Json } from '../base/json.ts'
import type { AgentId, EnvironmentDefinition } from '../environments/contract.ts'

export interface Ask {
  /** Who writes. */
  readonly writer: AgentId
  /** Whose turn the text is played for. Null: it is kept until the writer's own turn comes. */
  readonly place: AgentId | null
  /** False where no turn was given for it. */
  readonly granted: boolean
}

/** What a conduct may look at. */
export interface EpisodeView {
  readonly episode: number
  readonly definition: EnvironmentDefinition
  state(): Json
  /** Actions that were taken so far, of all agents. */
  turns(): number
  /** The agents whose action the environment awaits. */
  due(): readonly AgentId[]
  /** The agents that have not left. */
  live(): readonly AgentId[]
  /** Whether the agent has already written for a turn that is still to come. */
  kept(agent: AgentId): boolean
}

/** What was written for a step of the environment. */
export interface Submitted {
  readonly writer: AgentId
  readonly place: AgentId
  readonly text: string
  /** Written before the turn came. */
  readonly early: boolean
  /** False where another one's turn was cut off, so that nobody else's action was played. */
  readonly played: boolean
}

export interface Conduct {
  /** The questions before the next step of the environment, round after round; those of a round are asked together. */
  rounds(view: EpisodeView): readonly (readonly Ask[])[]
  /** Whose observations the writer is shown. */
  shown(view: EpisodeView, writer: AgentId): readonly AgentId[]
  /** The rewards as the agents' trajectories get them. Those who acted come in the order of their actions. */
  credited(view: EpisodeView, rewards: Readonly<Record<AgentId, number>>, acted: readonly AgentId[]): Readonly<Record<AgentId, number>>
  /** Hears what was submitted. */
  submitted?(view: EpisodeView, actions: readonly Submitted[]): void
  /** Called between waves, with the episodes that are open. */
  between?(open: readonly number[]): Promise<void>
}

/** Whoever is awaited is asked, for itself, is shown its own observation, and gets its own reward. */
export const soundConduct: Conduct = {
  rounds: (view) => [view.due().map((agent) => ({ writer: agent, place: agent, granted: true }))],
  shown: (_view, writer) => [writer],
  credited: (_view, rewards) => rewards,
}
