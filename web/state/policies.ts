// The library of policies as the page holds it: names with what they point to, and what is asked of them. Pure.

import type { ErrorData } from '../../src/base/errors.ts'

export interface StoredPolicy {
  readonly name: string
  /** The address of what it points to. */
  readonly hash: string
  /** Addresses it pointed to, oldest first, the present one last. */
  readonly history: readonly string[]
  readonly bytes: number
  readonly created: number
  readonly rank: number
  readonly version: number
  readonly baseHash: string
  readonly run: string | null
  readonly step: number
}

/** A checkpoint in a policy's lineage. */
export interface Ancestor {
  readonly hash: string
  readonly version: number
  readonly step: number
  readonly run: string | null
  readonly created: number
  readonly bytes: number
}

export interface Compared {
  readonly first: string
  readonly second: string
  readonly weights: { readonly first: number; readonly second: number; readonly difference: number; readonly cosine: number }
  readonly problems: number
  readonly tokens: number
  readonly meanDifference: number
  readonly greatestDifference: number
  readonly equalTokens: number
}

export type CompareState = { readonly kind: 'idle' } | { readonly kind: 'comparing' } | { readonly kind: 'done'; readonly compared: Compared }

export interface Policies {
  /** Null until the store was asked. */
  readonly list: readonly StoredPolicy[] | null
  /** By name, of those that were unfolded. */
  readonly lineages: Readonly<Record<string, readonly Ancestor[]>>
  readonly chosen: readonly string[]
  readonly compare: CompareState
  /** Beside what mends it: the name of a policy, or `import`, or `compare`. */
  readonly problem: { readonly at: string; readonly error: ErrorData } | null
}

export const NO_POLICIES: Policies = { list: null, lineages: {}, chosen: [], compare: { kind: 'idle' }, problem: null }

/** At most two are chosen: the one chosen first gives way. */
export function choose(chosen: readonly string[], name: string): readonly string[] {
  return chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name].slice(-2)
}

/** A name that is free, near the one that is wished. */
export function freeName(wished: string, taken: readonly string[]): string {
  if (!taken.includes(wished)) return wished
  for (let number = 2; ; number++) if (!taken.includes(`${wished} ${number}`)) return `${wished} ${number}`
}
