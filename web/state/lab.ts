// The isolation laboratory as the page holds it: what was found on this device, and the sentences' facts. Pure.

import type { ErrorData } from '../../src/base/errors.ts'

export interface Compared {
  /** Numbers that were compared, and how many of them differed in any bit. */
  readonly compared: number
  readonly differing: number
}

export interface LabPolicy {
  readonly name: string
  readonly rank: number
  readonly targets: readonly string[]
  /** Factors, moments, count of steps. */
  readonly state: Compared
  /** Sampled tokens with their logprobs. */
  readonly sampled: Compared
  /** Logprobs of the training passes. */
  readonly trained: Compared
  /** Steps after which the weights had the same hash. */
  readonly equalHashes: number
}

export interface LabReport {
  readonly engine: string
  readonly device: string
  readonly steps: number
  readonly policies: readonly LabPolicy[]
  readonly bitEqual: boolean
  readonly sharedBatches: { readonly sample: number; readonly forwardBackward: number; readonly optimStep: number }
  readonly gradient: { readonly nonZero: number; readonly looked: number; readonly ownNonZero: number; readonly besideOtherData: Compared }
  readonly baseHash: string
  readonly baseHashUnchanged: boolean
  readonly held: boolean
}

export interface LabProgress {
  /** A policy's name, or `mixed`. */
  readonly arm: string
  readonly step: number
  readonly steps: number
}

export type LabState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress: LabProgress | null }
  | { readonly kind: 'done'; readonly report: LabReport }
  | { readonly kind: 'failed'; readonly error: ErrorData }
