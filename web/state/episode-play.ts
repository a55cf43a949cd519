// An episode out of a link, while it is looked at: frames from its start to its end, and which of them is on view. Plain data.

import type { ErrorData } from '../../src/base/errors.ts'
import type { DrawnScene } from '../../src/environments/scene.ts'
import type { EpisodeState, StopReason } from '../../src/episode/trajectory.ts'
import type { StepTurns, TurnRecord } from '../../src/record/step-turns.ts'
import type { HandToken } from './hand-play.ts'

export interface EpisodeFrame {
  readonly scene: DrawnScene | null
  readonly turns: readonly TurnRecord[]
  readonly agents: readonly {
    readonly agent: string
    readonly state: EpisodeState
    readonly stop: StopReason | null
    /** How many of its tokens there were. */
    readonly tokens: number
    readonly reward: number
  }[]
}

export interface PlayedEpisode {
  readonly title: string
  readonly frames: readonly EpisodeFrame[]
  readonly turns: StepTurns
  readonly tokens: Readonly<Record<string, readonly HandToken[]>>
  readonly over: boolean
  readonly departs: string | null
}

export type EpisodePlay =
  | { readonly kind: 'idle' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'shown'; readonly episode: PlayedEpisode; readonly frame: number; readonly playing: boolean }
  | { readonly kind: 'failed'; readonly error: ErrorData }

/** The nearest frame that there is. */
export const nearest = ({ frames }: PlayedEpisode, wanted: number): number => Math.max(0, Math.min(frames.length - 1, wanted))
