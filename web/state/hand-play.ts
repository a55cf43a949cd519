// An episode that a person plays by hand: what is chosen before it begins, and how it stands. Plain data.

import type { ErrorData } from '../../src/base/errors.ts'
import type { StopReason } from '../../src/episode/trajectory.ts'
import type { HandAgent, HandSeat, HandToken, HandTurn, HandView } from '../../src/workers/hand-api.ts'
import type { StateCounts } from './run-view.ts'

export type { HandAgent, HandSeat, HandToken, HandTurn }
export type HandGame = HandView

export interface HandDraft {
  /** Whose task it is; null: that of the run on view, or the first preset. */
  readonly preset: string | null
  /** A written task; empty: a held-out one. */
  readonly text: string
  /** The place of the side that the person plays; the others are scripted. Null: every side. */
  readonly side: number | null
}

export type HandState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'opening' }
  /** `waiting`: what was written has not been answered yet. */
  | { readonly kind: 'playing'; readonly game: HandGame; readonly waiting: boolean }
  | { readonly kind: 'failed'; readonly error: ErrorData }

/** The agents as the state machine counts them. */
export function countsOf({ agents }: HandGame): StateCounts {
  const counts = { PENDING: 0, GENERATING: 0, INTERACTING: 0, TERMINATED: 0 }
  const stops: Partial<Record<StopReason, number>> = {}
  for (const { state, stop } of agents) {
    counts[state]++
    if (stop !== null) stops[stop] = (stops[stop] ?? 0) + 1
  }
  return { arm: 'policy', step: 0, counts, stops }
}
