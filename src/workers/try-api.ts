// What the page may ask of the try worker: a task played by the base and by saved policies, side by side. Types only.

import type { Json } from '../base/json.ts'
import type { DrawnScene } from '../environments/scene.ts'
import type { Belief } from '../games/belief.ts'
import type { AdapterCheckpoint } from '../record/adapter-checkpoint.ts'
import type { RunSpec } from '../record/spec.ts'
import type { TurnRecord } from '../record/step-turns.ts'
import type { AdapterId } from '../service/index.ts'
import type { Outcome } from './outcome.ts'
import type { AuthoredRules, RunFile } from './run-api.ts'
import type { TokenAnswer, TokenQuestion } from './token-alternatives.ts'

/** What is played: a task that a person wrote, or one of the held-out problems by its number. */
export type TryTask = { readonly kind: 'written'; readonly text: string } | { readonly kind: 'heldOut'; readonly number: number }

export type TryPlayer =
  | { readonly kind: 'base' }
  /** A saved policy: its files in PEFT layout, and the hash of the base it was trained on. */
  | { readonly kind: 'adapter'; readonly name: string; readonly files: readonly RunFile[]; readonly baseHash: string; readonly version: number }
  /** A policy out of the library, whole. */
  | { readonly kind: 'checkpoint'; readonly name: string; readonly checkpoint: AdapterCheckpoint }
  /** The policy of the run under way on this engine, as it is when its turn comes. */
  | { readonly kind: 'live'; readonly name: string; readonly adapter: AdapterId }

export interface TryRequest {
  readonly modelUrl: string
  /** A training service (service-host.ts). */
  readonly engine: MessagePort
  readonly environment: { readonly id: string; readonly config: Json }
  /** The authored source that the environment is, with a port to a sandbox in which it is open. Absent: it is built in. */
  readonly authored?: AuthoredRules
  /** The problems that the environment names by hash, where it names any. */
  readonly dataSet?: Uint8Array<ArrayBuffer>
  readonly task: TryTask
  readonly players: readonly TryPlayer[]
  /** 0 takes the most probable token: one answer; otherwise `samples` answers. */
  readonly temperature: number
  readonly samples: number
  readonly seed: number
  readonly maxTokensPerTurn: number
  readonly maxTokensPerEpisode: number
  /** False: the policies' runs went without the action mask. Default: true. */
  readonly actionMask?: boolean
}

export interface TryAnswer {
  /** What the policies read. */
  readonly prompt: string
  /** What a master would answer; null where the environment knows none. */
  readonly expected: string | null
  /** The part of the problem set that the task is from; null where the environment does not tell. */
  readonly split: string | null
  /** The board or the figure of the task; null where the environment has none. */
  readonly scene: DrawnScene | null
  readonly vocabulary: readonly string[]
  /** One blob a player (record/token-blob.ts), in their order: its answers are siblings of one group. */
  readonly blobs: readonly Uint8Array<ArrayBuffer>[]
}

/** A question about a recorded token, to the base or to a saved policy. */
export interface AlternativesRequest {
  readonly modelUrl: string
  /** A training service (service-host.ts). */
  readonly engine: MessagePort
  readonly player: TryPlayer
  readonly question: TokenQuestion
}

/** A question about a position of a recorded episode. */
export interface BeliefRequest {
  readonly modelUrl: string
  /** A training service (service-host.ts). */
  readonly engine: MessagePort
  readonly player: TryPlayer
  readonly spec: RunSpec
  readonly step: number
  readonly episode: number
  /** Those that led to the position, in order: whole waves. */
  readonly turns: readonly TurnRecord[]
}

export interface TryWorkerApi {
  /** The name of the lock that the worker holds while it lives (life-lock.ts); null where there are none. */
  ping(): Promise<string | null>
  /** ENVIRONMENT_INVALID at `task` when a written task cannot be read. */
  play(request: TryRequest): Promise<Outcome<TryAnswer>>
  /** What a token could have been, by this player; the answer says whether its version wrote the token. */
  alternatives(request: AlternativesRequest): Promise<Outcome<TokenAnswer>>
  /** How likely this player makes every legal action there; null where nobody must write, or any text may be tried. */
  believe(request: BeliefRequest): Promise<Outcome<Belief | null>>
}
