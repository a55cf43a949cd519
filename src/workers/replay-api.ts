// What the page may ask of the replay worker: the states of an episode, recomputed from the run's spec and the turns that the
// record holds, or from a link, which holds its actions alone. No engine is needed. Types only.

import type { Json } from '../base/json.ts'
import type { Picture } from '../environments/picture.ts'
import type { DrawnScene, GridScene } from '../environments/scene.ts'
import type { EpisodeState, StopReason } from '../episode/trajectory.ts'
import type { RunSpec } from '../record/spec.ts'
import type { StepTurns, TurnRecord } from '../record/step-turns.ts'
import type { ImageChunk, PatchShape } from '../service/index.ts'
import type { HandToken } from './hand-api.ts'
import type { Outcome } from './outcome.ts'
import type { AuthoredRules } from './run-api.ts'

export interface ReplayRequest {
  readonly spec: RunSpec
  readonly step: number
  readonly episode: number
  /** The episode's own, in the order in which they were taken. */
  readonly turns: readonly TurnRecord[]
}

/** A state, and the turns that led to it: none at the start, one in games of turns, all of a wave where everybody moves at once. */
export interface ReplayFrame {
  readonly scene: DrawnScene
  readonly turns: readonly TurnRecord[]
}

export interface Replay {
  readonly title: string
  readonly frames: readonly ReplayFrame[]
  /** Why the frames end before the record does, as the end of a sentence; null when they do not. */
  readonly departs: string | null
}

export interface LastBoardsRequest {
  readonly spec: RunSpec
  readonly step: number
  /** Of all episodes of the step. */
  readonly turns: readonly TurnRecord[]
}

export interface LastBoard {
  readonly episode: number
  readonly scene: GridScene
  /** The replay ended before the record does. */
  readonly departs: boolean
}

export interface PicturesRequest {
  readonly spec: RunSpec
  readonly step: number
  /** How the run's base cuts pictures. */
  readonly patch: PatchShape
}

export interface ShownPicture {
  /** The id of its first row. */
  readonly row: number
  readonly picture: Picture
  /** As the base reads it. */
  readonly image: ImageChunk
}

/** An episode by what decides it: random numbers and actions. What a link holds. */
export interface EpisodeFacts {
  readonly environment: string
  readonly config: Json
  readonly seed: number
  readonly group: number
  readonly episode: number
  readonly split: 'train' | 'heldOut'
  /** Who acted, and what was written, in order. */
  readonly actions: readonly (readonly [agent: string, text: string])[]
}

/** One agent's machine after a wave. */
export interface LinkAgent {
  readonly agent: string
  readonly state: EpisodeState
  readonly stop: StopReason | null
  /** How many of its tokens there were. */
  readonly tokens: number
  readonly reward: number
}

export interface LinkFrame {
  /** Null where the environment has neither board nor figure. */
  readonly scene: DrawnScene | null
  readonly turns: readonly TurnRecord[]
  readonly agents: readonly LinkAgent[]
}

/** An episode played from a link: frames from the start to its end or to that of the link, and what they are made of. */
export interface LinkReplay {
  readonly title: string
  readonly frames: readonly LinkFrame[]
  readonly turns: StepTurns
  /** By agent, all that it read and wrote. */
  readonly tokens: Readonly<Record<string, readonly HandToken[]>>
  /** Whether the environment's own rules ended it. */
  readonly over: boolean
  /** Why not all actions could be played, as the end of a sentence; null when they could. */
  readonly departs: string | null
}

export interface ReplayWorkerApi {
  /** The name of the lock that the worker holds while it lives (life-lock.ts); null where there are none. */
  ping(): Promise<string | null>
  /** Null where the environment has neither board nor figure. ENVIRONMENT_UNKNOWN where it is not built in. */
  replay(request: ReplayRequest): Promise<Outcome<Replay | null>>
  /** Where every episode of a step has come to, under authored rules the first of them; empty where the environment has no board. ENVIRONMENT_UNKNOWN. */
  lastBoards(request: LastBoardsRequest): Promise<Outcome<readonly LastBoard[]>>
  /** A version of the authored source that the run on view plays, with a port to a sandbox in which it is open. ENVIRONMENT_INVALID where it is another environment. */
  knowSource(spec: RunSpec, authored: AuthoredRules): Promise<Outcome<void>>
  /** Problems that runs on view play: the worker keeps the last ones it was given. */
  know(dataSet: Uint8Array<ArrayBuffer>): Promise<Outcome<void>>
  /** The pictures that the episodes of a step began with. ENVIRONMENT_UNKNOWN where it is not built in. */
  pictures(request: PicturesRequest): Promise<Outcome<readonly ShownPicture[]>>

  /** What a link must hold so that this recorded episode is played again. ENVIRONMENT_UNKNOWN. */
  factsOf(request: ReplayRequest): Promise<Outcome<EpisodeFacts>>
  /** Plays what a link holds, with the tokenizer of the base at this address. ENVIRONMENT_UNKNOWN, ENVIRONMENT_INVALID. */
  play(facts: EpisodeFacts, modelUrl: string): Promise<Outcome<LinkReplay>>
}
