// What the page may ask of the mask worker: how a base reads a prompt, and which of its tokens the legal actions allow. Types only.

import type { ActionTrie } from '../service/index.ts'
import type { Outcome } from './outcome.ts'

export interface MaskRequest {
  readonly modelUrl: string
  readonly prompt: string
  /** The legal actions as they are written, the text that ends them included. */
  readonly actions: readonly string[]
}

export interface MaskAnswer {
  readonly vocabulary: readonly string[]
  readonly trie: ActionTrie
  readonly promptTokens: number
  /** Characters of prompt and actions that the base does not read back as they were. */
  readonly strange: readonly string[]
}

export interface MaskWorkerApi {
  /** The name of the lock that the worker holds while it lives (life-lock.ts); null where there are none. */
  ping(): Promise<string | null>
  /** ENVIRONMENT_INVALID when the actions cannot be told apart by their tokens. */
  mask(request: MaskRequest): Promise<Outcome<MaskAnswer>>
}
