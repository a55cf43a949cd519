// What is kept of a rollout for people: who acted when, under which version, what came of it, and who waited for whom.
// Types only; it holds no tokens (those are in trajectories) and no judgement.

import type { AgentId } from '../environments/contract.ts'
import type { Verdict } from '../environments/play.ts'
import type { StopReason } from '../episode/trajectory.ts'

export interface TurnLogEntry {
  readonly episode: number
  readonly group: number
  readonly agent: AgentId
  /** Set where the action was played in another agent's place, which no sound coordinator does. */
  readonly place?: AgentId
  /** The episode's own count of questions and answers; turns of one wave were asked for at once. */
  readonly wave: number
  readonly version: number
  readonly snapshotHash: string
  readonly tokens: number
  /** Absent when the turn was cut off and never read. */
  readonly verdict?: Verdict
  /** Rewards of all agents that this turn led to. */
  readonly rewards: Readonly<Record<string, number>>
  /** Set when the episode ended with this turn. */
  readonly stop?: StopReason
  /** What the environment threw. */
  readonly fault?: string
}

/** A turn barrier, from the side of those who stood at it. */
export interface WaitEntry {
  readonly episode: number
  readonly group: number
  readonly wave: number
  /**
   * What held them: one agent's turn, a move that all make at once, an agent that did not answer before the deadline, or
   * that nobody can act.
   */
  readonly kind: 'turn' | 'simultaneous' | 'silent' | 'deadlock'
  readonly waiting: readonly AgentId[]
  /** Empty where the environment names nobody. */
  readonly for: readonly AgentId[]
  /** Logical time: actions taken in the episode when the wait began, and when it ended. Equal when it never did. */
  readonly since: number
  readonly until: number
}

/**
 * When the questions of a wave went out, and when its answers were written: milliseconds of the clock that the batch was given.
 * From there to the next question the environments step.
 */
export interface WaveTime {
  readonly wave: number
  readonly asked: number
  readonly answered: number
}

/** How long an agent took to answer. Durations stand apart from what is logged: no decision depends on them. */
export interface AnswerTime {
  readonly episode: number
  readonly agent: AgentId
  /** Who answered, by the player's name. */
  readonly player: string
  /** When: a reading of the clock that the batch was given. */
  readonly asked: number
  readonly milliseconds: number
}
