// What the page may ask of the try worker: a task played by the base and by saved policies, side by side. Types only.

import type { Json } from '../base/json.ts'
import type { Outcome } from './outcome.ts'
import type { RunFile } from './run-api.ts'

/** What is played: a task that a person wrote, or one of the held-out problems by its number. */
export type TryTask = { readonly kind: 'written'; readonly text: string } | { readonly kind: 'heldOut'; readonly number: number }

export type TryPlayer =
  | { readonly kind: 'base' }
  /** A saved policy: its files in PEFT layout, and the hash of the base it was trained on. */
  | { readonly kind: 'adapter'; readonly name: string; readonly files: readonly RunFile[]; readonly baseHash: string; readonly version: number }

export interface TryRequest {
  readonly modelUrl: string
  /** A training service (service-host.ts). */
  readonly engine: MessagePort
  readonly environment: { readonly id: string; readonly config: Json }
  readonly task: TryTask
  readonly players: readonly TryPlayer[]
  /** 0 takes the most probable token: one answer; otherwise `samples` answers. */
  readonly temperature: number
  readonly samples: number
  readonly seed: number
  readonly maxTokensPerTurn: number
  readonly maxTokensPerEpisode: number
}

export interface TryAnswer {
  /** What the policies read. */
  readonly prompt: string
  /** What a master would answer; null where the environment knows none. */
  readonly expected: string | null
  /** The part of the problem set that the task is from; null where the environment does not tell. */
  readonly split: string | null
  readonly vocabulary: readonly string[]
  /** One blob a player (record/token-blob.ts), in their order: its answers are siblings of one group. */
  readonly blobs: readonly Uint8Array<ArrayBuffer>[]
}

export interface TryWorkerApi {
  ping(): void
  /** ENVIRONMENT_INVALID at `task` when a written task cannot be read. */
  play(request: TryRequest): Promise<Outcome<TryAnswer>>
}
