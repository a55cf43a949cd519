// The action mask of a seat over a base's vocabulary: which tokens the legal actions allow next, token after token, until an action is
// whole. Plain data and pure functions; the trie is made where the tokenizer is.

import type { ErrorData } from '../../src/base/errors.ts'
import type { ActionTrie } from '../../src/service/index.ts'

export interface SeatMask {
  readonly agent: string
  /** What was masked: the prompt and the legal actions, so that an answer to something older is noticed. */
  readonly key: string
  readonly base: string
  /** The text of every token, by id. */
  readonly vocabulary: readonly string[]
  readonly trie: ActionTrie
  /** Characters of the prompt or of an action that this base cannot read back as they were. */
  readonly strange: readonly string[]
  /** Tokens of the prompt. */
  readonly promptTokens: number
}

export type AuthorMask =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking'; readonly before: SeatMask | null }
  | { readonly kind: 'known'; readonly mask: SeatMask }
  | { readonly kind: 'failed'; readonly error: ErrorData }

/** The tokens that are allowed in a state, with the states they lead to. */
export function allowedIn({ starts, tokens, next }: ActionTrie, state: number): ReadonlyMap<number, number> {
  const [from, to] = [starts[state] ?? 0, starts[state + 1] ?? 0]
  return new Map(Array.from({ length: to - from }, (_, edge) => [tokens[from + edge] ?? 0, next[from + edge] ?? 0]))
}

/** The state after these tokens; null where the mask forbids one of them. */
export function stateAfter(trie: ActionTrie, path: readonly number[]): number | null {
  let state = 0
  for (const token of path) {
    const next = allowedIn(trie, state).get(token)
    if (next === undefined) return null
    state = next
  }
  return state
}

export const isWhole = (trie: ActionTrie, state: number): boolean => allowedIn(trie, state).size === 0
