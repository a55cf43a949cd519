// The turns of one step of one arm, as they are recorded for people: who acted in which wave with what outcome, and who
// waited for whom. Types only; turn-blob.ts makes bytes of them and reads them back. No durations, no tokens.

import type { StopReason } from '../episode/trajectory.ts'
import type { Arm } from './events.ts'
import type { TurnLine, WaitLine } from './step-audit.ts'

export interface TurnRecord extends TurnLine {
  readonly episode: number
  readonly group: number
  /** Who sat there: the player's name. */
  readonly player: string
  /** Sampled in this turn, the stop token included. */
  readonly tokens: number
  /** Set when the episode ended with this turn. */
  readonly stop?: StopReason
}

export interface WaitRecord extends WaitLine {
  readonly episode: number
  readonly group: number
}

export interface StepTurns {
  readonly step: number
  readonly arm: Arm
  /** Of the environment, in its order. */
  readonly agents: readonly string[]
  /** By wave, then by episode. */
  readonly turns: readonly TurnRecord[]
  readonly waits: readonly WaitRecord[]
}
