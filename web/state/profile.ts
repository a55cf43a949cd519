// The profile of kernels as the engine panel draws it: rows of operation and phase with their shares. Pure.

import type { ErrorData } from '../../src/base/errors.ts'

export interface ProfileRow {
  readonly operation: string
  readonly phase: string
  readonly count: number
  readonly milliseconds: number
}

export interface Profile {
  readonly how: 'clock' | 'timestamps' | 'submissions'
  readonly rows: readonly ProfileRow[]
  readonly milliseconds: number
  readonly requests: Readonly<Record<string, number>>
  readonly cores: number
}

export type ProfileState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'measuring'; readonly before: Profile | null }
  | { readonly kind: 'done'; readonly profile: Profile }
  | { readonly kind: 'failed'; readonly error: ErrorData }

/** Backward operations are told apart from forward ones within a training pass. */
export const phaseOf = ({ phase, operation }: ProfileRow): string =>
  phase === 'forwardBackward' ? (/Backward|Gradient/.test(operation) ? 'backward' : 'forward') : phase

export interface PhaseShare {
  readonly phase: string
  readonly milliseconds: number
}

/** Time by phase, the greatest first. */
export function phasesOf({ rows }: Profile): readonly PhaseShare[] {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(phaseOf(row), (sums.get(phaseOf(row)) ?? 0) + row.milliseconds)
  return [...sums].map(([phase, milliseconds]) => ({ phase, milliseconds })).sort((a, b) => b.milliseconds - a.milliseconds)
}

/** Time in kernels; what is missing to the whole was spent between them. */
export const kernelTime = ({ rows }: Profile): number => rows.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
