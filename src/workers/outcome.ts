// How a result crosses a worker: as a value, because comlink keeps of a thrown error only its message. One side
// wraps what a library call returned or threw, the other side opens it again, code and next step intact. Knows
// nothing of what is called.

import { type ErrorData, TokenloomError, toErrorData } from '../base/errors.ts'

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorData }

/** Runs the work and wraps what came of it. Never rejects. */
export async function outcomeOf<T>(work: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (thrown) {
    return { ok: false, error: toErrorData(thrown) }
  }
}

/** The value of an outcome, or its error thrown as the TokenloomError that it was on the other side. */
export function openOutcome<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  throw new TokenloomError(outcome.error)
}
