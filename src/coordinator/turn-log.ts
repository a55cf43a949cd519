// What the coordinator testifies to: who acted when, under which version, and what came of it. Types only; it
// holds no tokens (those are in trajectories) and no judgement.

import type { Verdict } from '../environments/play.ts'
import type { StopReason } from '../episode/trajectory.ts'

export interface TurnLogEntry {
  readonly episode: number
  readonly group: number
  readonly agent: string
  /** The wave of sampling in which the turn was written; turns of one wave were written at once. */
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
