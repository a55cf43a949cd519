// The credit of one episode on view: a ledger for each of its agents, or why there is none. Plain data.

import type { ErrorData } from '../../src/base/errors.ts'
import type { CreditLedger } from '../../src/record/credit-ledger.ts'
import type { Arm } from '../../src/record/events.ts'

/** Whose credit. */
export interface LedgerPlace {
  readonly run: string
  readonly arm: Arm
  readonly step: number
  readonly episode: number
}

export type LedgerState =
  | { readonly kind: 'none' }
  /** Empty where the tokens of the step are not kept. */
  | { readonly kind: 'shown'; readonly of: LedgerPlace; readonly ledgers: readonly CreditLedger[] }
  | { readonly kind: 'failed'; readonly of: LedgerPlace; readonly error: ErrorData }

export const samePlace = (one: LedgerPlace, other: LedgerPlace): boolean =>
  one.run === other.run && one.arm === other.arm && one.step === other.step && one.episode === other.episode
