// What is wrong with an action mask, as the end of a sentence; null when nothing is. The kernels trust its tables: a state or a
// token out of bounds would be read as one.

import { at } from '../base/assert.ts'
import { type ActionMask, type ActionTrie, type Datum, UNMASKED } from '../service/index.ts'

/** Lists of tokens by state: bounds that never fall, tokens of the vocabulary, ascending. */
function listsComplaint({ starts, tokens }: Pick<ActionTrie, 'starts' | 'tokens'>, vocabulary: number): string | null {
  if (starts.length < 2 || starts[0] !== 0 || at(starts, starts.length - 1) !== tokens.length) return 'has bounds that do not span its tokens'
  for (let state = 0; state + 1 < starts.length; state++) {
    const [from, to] = [at(starts, state), at(starts, state + 1)]
    if (to < from) return `has bounds that fall at state ${state}`
    for (let entry = from; entry < to; entry++) {
      if (at(tokens, entry) >= vocabulary) return `allows token ${tokens[entry]}, outside the vocabulary of ${vocabulary}`
      if (entry > from && at(tokens, entry) <= at(tokens, entry - 1)) return `has tokens that do not ascend in state ${state}`
    }
  }
  return null
}

export function trieComplaint(trie: ActionTrie, vocabulary: number): string | null {
  const lists = listsComplaint(trie, vocabulary)
  if (lists !== null) return lists
  if (trie.next.length !== trie.tokens.length) return 'has not one next state for every token'
  if (trie.next.some((state) => state >= trie.starts.length - 1)) return 'leads to a state that it does not have'
  return at(trie.starts, 1) === 0 ? 'allows no token at its start' : null
}

/** Of a datum's mask: it must allow every trained token that it speaks of. */
export function maskComplaint({ tokens, lossMask }: Pick<Datum, 'tokens' | 'lossMask'>, mask: ActionMask, vocabulary: number): string | null {
  if (mask.states.length !== tokens.length) return 'is not as long as its tokens'
  const lists = listsComplaint(mask, vocabulary)
  if (lists !== null) return lists
  for (let i = 0; i < tokens.length; i++) {
    const state = at(mask.states, i)
    if (state === UNMASKED || lossMask[i] !== 1) continue
    if (state >= mask.starts.length - 1) return `has no state ${state}, which token ${i} was sampled in`
    if (!mask.tokens.subarray(at(mask.starts, state), at(mask.starts, state + 1)).includes(at(tokens, i)))
      return `does not allow token ${i}, which is ${tokens[i]}`
  }
  return null
}
