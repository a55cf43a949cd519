// The board beside the tokens: the recorded game on view, frame by frame. Plain data; a frame is a state and the turns that led
// to it.

import type { ErrorData } from '../../src/base/errors.ts'
import type { DrawnScene } from '../../src/environments/scene.ts'
import type { StepTurns, TurnRecord } from '../../src/record/step-turns.ts'

export interface BoardFrame {
  readonly scene: DrawnScene
  readonly turns: readonly TurnRecord[]
}

export interface BoardReplay {
  readonly title: string
  readonly frames: readonly BoardFrame[]
  readonly departs: string | null
}

export interface BoardEpisode {
  readonly episode: number
  /** By agent, over the whole episode. */
  readonly rewards: Readonly<Record<string, number>>
}

/** A game that is still being played: the newest turn on view is the last frame or one before it. */
export interface LiveBoard {
  readonly kind: 'live'
  readonly run: string
  readonly step: number
  readonly episode: number
  /** Which game of every step is followed. */
  readonly place: number
  /** As far as the game had come when it was last asked for. */
  readonly replay: BoardReplay
  readonly frame: number
  /** The step that is being played by now. */
  readonly newest: number
}

export type BoardState =
  /** Nothing to show: no turns are kept, or the environment has no board. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'shown'
      readonly run: string
      readonly step: number
      readonly episodes: readonly BoardEpisode[]
      /** Which of them. */
      readonly place: number
      readonly replay: BoardReplay
      readonly frame: number
    }
  | LiveBoard
  | { readonly kind: 'failed'; readonly error: ErrorData }

/** The episodes of a step, in their order. */
export function boardEpisodes({ turns }: StepTurns): readonly BoardEpisode[] {
  const byEpisode = new Map<number, Record<string, number>>()
  for (const { episode, rewards } of turns) {
    const sums = byEpisode.get(episode) ?? {}
    for (const [agent, reward] of Object.entries(rewards)) sums[agent] = (sums[agent] ?? 0) + reward
    byEpisode.set(episode, sums)
  }
  return [...byEpisode].sort(([a], [b]) => a - b).map(([episode, rewards]) => ({ episode, rewards }))
}

/** The nearest frame that there is. */
export const nearestFrame = ({ frames }: BoardReplay, wanted: number): number => Math.max(0, Math.min(frames.length - 1, wanted))

/** The frame that a turn led to; the last one where no turn is named or none is its own. */
export function frameOfTurn({ frames }: BoardReplay, turn: number | null): number {
  const found = turn === null ? -1 : frames.findIndex(({ turns }) => turns.some(({ wave }) => wave === turn))
  return found < 0 ? frames.length - 1 : found
}
