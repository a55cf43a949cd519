// What is asked of an authored environment in batches, and what comes back: the questions of many plays at once, and every call that
// answers them. Both cross as text, written once and read once. inside/turns.ts works them out, told-environment.ts keeps the answers.

import type { Json } from '../base/json.ts'
import type { Key } from '../base/random.ts'
import type { AgentId } from '../environments/contract.ts'
import type { ForesightWishes } from '../environments/foresight.ts'

/** One visit to the interpreter. */
export interface ToldVisit {
  /** A ToldRequest as JSON text. */
  readonly request: string
  /** The plays that it asks about, which decide what it may use. */
  readonly size: number
}

export interface ToldRequest {
  /** As JSON text, each once: most are known inside, and are then not read again. */
  readonly states: readonly string[]
  readonly items: readonly ToldItem[]
  readonly wishes: ToldWishes
  /** The least number that stands for no value yet: an interpreter that was opened anew begins there. */
  readonly from: number
}

/** One question. Several of one play or of many go in a batch. */
export interface ToldItem {
  /** Any single call. */
  readonly call?: HookCall
  /** A play begins: its first state and what is asked of it. */
  readonly start?: { readonly config: Json; readonly split: string; readonly key: Key }
  /** Texts were written: how they are read, the step that they make, and what is asked of the state that follows. */
  readonly turn?: {
    /** Its place in the request's states. */
    readonly state: number
    /** Actions that were taken before and wait for the others. Absent: none. */
    readonly accepted?: Readonly<Record<AgentId, Json>>
    readonly texts: Readonly<Record<AgentId, string>>
    /** One for every play that stands in this state and goes on by these texts. */
    readonly keys: readonly Key[]
  }
  /** Decides the hidden part that an auditor draws anew in the state that comes; absent where nobody audits. */
  readonly hidden?: Key
}

export interface HookCall {
  readonly hook: string
  readonly args: readonly Json[]
  readonly key?: Key
}

export interface ToldWishes extends ForesightWishes {
  /** Whoever listens has just begun: how an action is written is told only once otherwise. */
  readonly anew: boolean
  /** Other plays begin: what was told of those before is forgotten on both sides. */
  readonly fresh: boolean
  /** Plays of one turn that begin are also answered as if a master had played: most do soon. */
  readonly likely?: boolean
}

/**
 * Numbers of a call, in this order: the place of the hook in HOOKS, its arguments (-1: there is no second one), its key (-1, -1 where it
 * took no number from one), its answer, and the state in the answer of a step (-1: none). All but the first and the key are numbers of
 * values.
 */
export const NUMBERS_OF_A_CALL = 7

export interface ToldAnswers {
  /** The numbers of the values: equal values of a batch of plays have one number, and a number never stands for two values. */
  readonly numbers: readonly number[]
  /** Each is told once, when a call first names it; the state in a step's answer is not told apart from that. */
  readonly values: readonly Json[]
  /** NUMBERS_OF_A_CALL numbers for every call. */
  readonly calls: readonly number[]
}
