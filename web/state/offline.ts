// The page without a network, as far as this browser has come with it; and what is stored here, by what it is. Plain data.

import type { ErrorData } from '../../src/base/errors.ts'

export interface OfflineState {
  /** `off`: the browser keeps no pages, or somebody has taken the copy away. */
  readonly kind: 'unknown' | 'off' | 'keeping' | 'ready'
  /** A newer version of the page waits. */
  readonly newer: boolean
}

export interface StoredRun {
  readonly run: string
  readonly tokens: number
  readonly files: number
  readonly checkpoints: number
}

export interface StorageReport {
  /** As the browser estimates it; null where it does not say. */
  readonly used: number | null
  readonly room: number | null
  readonly runs: readonly StoredRun[]
  readonly policies: number
  /** Whether the browser has promised not to drop it by itself; null where it cannot be asked. */
  readonly persisted: boolean | null
}

export type StorageState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'known'; readonly report: StorageReport }
  | { readonly kind: 'failed'; readonly error: ErrorData }

export const OFFLINE_UNKNOWN: OfflineState = { kind: 'unknown', newer: false }

export const bytesOfRun = ({ tokens, files, checkpoints }: StoredRun): number => tokens + files + checkpoints
