// What the page may ask of the worker that lets a policy write for seats whose rules lie elsewhere: what was read and written so far, as
// text, and what is legal now. Types only.

import type { Outcome } from './outcome.ts'
import type { TryPlayer } from './try-api.ts'

export interface PolicySeat {
  /** Its place among those who take part. */
  readonly place: number
  /** What it read and wrote before, in turns. */
  readonly history: readonly { readonly read: string; readonly wrote: string }[]
  readonly prompt: string
  /** The legal actions as they are written; null where any text may be tried. */
  readonly actions: readonly string[] | null
}

export interface PolicyTurnRequest {
  readonly modelUrl: string
  /** A training service (service-host.ts). */
  readonly engine: MessagePort
  readonly player: TryPlayer
  readonly seats: readonly PolicySeat[]
  readonly stopText: string
  readonly maxTokens: number
  /** 0 takes the most probable token. */
  readonly temperature: number
  readonly seed: number
}

export interface PolicyTurnAnswer {
  /** In the order of the seats. */
  readonly texts: readonly string[]
  /** How probable each whole text was under what was sampled. */
  readonly probabilities: readonly number[]
  readonly version: number
}

export interface PolicyTurnWorkerApi {
  /** The name of the lock that the worker holds while it lives (life-lock.ts); null where there are none. */
  ping(): Promise<string | null>
  /** CONTEXT_OVERFLOW where a seat has read more than the base can hold. */
  write(request: PolicyTurnRequest): Promise<Outcome<PolicyTurnAnswer>>
}
