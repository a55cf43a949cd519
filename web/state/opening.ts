// A bundle that is being opened, from a file or from another host. Plain data.

import type { ErrorData } from '../../src/base/errors.ts'

export type Opening =
  | { readonly kind: 'idle' }
  /** `total`: null where the host does not say. */
  | { readonly kind: 'asking'; readonly host: string; readonly loaded: number; readonly total: number | null }
  /** Read whole and checked against its hashes, then kept. */
  | { readonly kind: 'checking'; readonly bytes: number }
  | { readonly kind: 'failed'; readonly error: ErrorData }
