// The action mask as a column of a trajectory: of every trie that was walked, only the states that were passed, each with the
// tokens that it allowed; equal sets stand there once. Knows tries, not who walked them.

import { at } from '../base/assert.ts'
import { type ActionMask, type ActionTrie, UNMASKED } from '../service/index.ts'

export interface MaskColumn {
  /** The next token was free, or not sampled at all. */
  appendFree(): void
  /** The next token was sampled in this state of a trie. */
  append(actions: ActionTrie, state: number): void
  /** Everything so far, copied; nothing where every token was free. */
  column(): { readonly actionMask?: ActionMask }
}

export function createMaskColumn(): MaskColumn {
  const states: number[] = []
  const starts: number[] = [0]
  const tokens: number[] = []
  const known = new Map<string, number>()
  return {
    appendFree: () => states.push(UNMASKED),
    append(actions, state) {
      const allowed = actions.tokens.subarray(at(actions.starts, state), at(actions.starts, state + 1))
      const key = allowed.join(' ')
      const seen = known.get(key)
      if (seen === undefined) {
        known.set(key, known.size)
        for (const token of allowed) tokens.push(token)
        starts.push(tokens.length)
      }
      states.push(seen ?? known.size - 1)
    },
    column() {
      if (known.size === 0) return {}
      return { actionMask: { states: Uint32Array.from(states), starts: Uint32Array.from(starts), tokens: Uint32Array.from(tokens) } }
    },
  }
}
