// A game of a rollout that is still being played, as far as it has come. It goes to the screen alone and into no log: the turns of
// the step, once it is done, are the record. Types only.

import type { Arm } from './events.ts'
import type { TurnRecord } from './step-turns.ts'

export interface LiveGame {
  readonly arm: Arm
  readonly step: number
  readonly episode: number
  /** All that were taken so far, in their order. */
  readonly turns: readonly TurnRecord[]
  /** The last of them ended it. */
  readonly over: boolean
}
