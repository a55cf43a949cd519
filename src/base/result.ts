// A value or an expected failure. Expected failures are returned, never thrown; a broken promise of our own
// is an assertion (see assert.ts). Knows nothing of who produces or shows the failure.

import type { TokenloomError } from './errors.ts'

export type Result<T, E = TokenloomError> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E }

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value })

export const fail = <E>(error: E): Result<never, E> => ({ ok: false, error })

/** Takes the value out, or throws the error: for the edge where a failure can only end the work. */
export function unwrap<T>(result: Result<T, Error>): T {
  if (result.ok) return result.value
  throw result.error
}
