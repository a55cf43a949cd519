// How rules that live elsewhere are asked by those who do not wait: what will be asked next is brought before, for many plays at once,
// and is then there when it is asked. Absent for rules that are here. Types, and the error of a question that nobody foresaw.

import type { Json } from '../base/json.ts'
import type { Rng } from '../base/random.ts'
import type { AgentId, Split } from './contract.ts'

/** What a batch of plays will ask beyond turns and prompts. */
export interface ForesightWishes {
  /** How every legal action is written. */
  readonly masks: boolean
  /** What a master would do. */
  readonly masters: boolean
  /** Also what live agents see that are not to move. */
  readonly everybody: boolean
}

export interface PlayBegin {
  readonly config: Json
  readonly split: Split
  readonly start: Rng
  /** Decides the hidden part that an auditor draws anew in the first state. */
  readonly hidden?: Rng
}

/** What a play will do with texts that were written, before it does it. */
export interface PlayAhead {
  readonly state: Json
  /** Actions that were taken before and wait for the others. */
  readonly accepted: Readonly<Record<AgentId, Json>>
  readonly texts: Readonly<Record<AgentId, string>>
  /** Decides the step, if there is one. */
  readonly chance: () => Rng
  /** Actions that will have been taken. */
  readonly turns: number
}

export interface Foresight {
  /** Plays will begin next: their beginnings may be worked out while something else is done. Changes nothing that is seen. */
  prepare(plays: readonly PlayBegin[], wishes: ForesightWishes): void
  /** Plays are about to begin, and those before are over. Their start generators, which begin anew: these ones were drawn from. */
  begin(plays: readonly PlayBegin[], wishes: ForesightWishes): Promise<readonly Rng[]>
  /** Sent before it returns: others may be asked about meanwhile. Resolves once these plays may be stepped. */
  turns(plays: readonly (PlayAhead & { readonly hidden?: Rng })[], wishes: ForesightWishes): Promise<void>
  /** Does work that changes nothing outside itself, as often as it takes until all its questions were answered. */
  settle<T>(work: () => T): Promise<T>
}

/** A question that nobody foresaw: a defect of ours, never the environment's. */
export class Unforeseen extends Error {
  constructor(hook: string) {
    super(`Assertion failed: nobody asked ahead for ${hook}()`)
  }
}
