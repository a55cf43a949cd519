import { describe, expect, it } from 'vitest'
import type { ActionMask, ActionTrie } from '../service/index.ts'
import { UNMASKED } from '../service/index.ts'
import { maskComplaint, trieComplaint } from './validate-mask.ts'

const u32 = (...values: number[]) => Uint32Array.from(values)
/** 1 then 3, or 2. */
const TRIE: ActionTrie = { starts: u32(0, 2, 3, 3), tokens: u32(1, 2, 3), next: u32(1, 2, 2) }

describe('a trie', () => {
  it('passes when its tables hold together', () => {
    expect(trieComplaint(TRIE, 4)).toBeNull()
  })

  it.each<[string, Partial<ActionTrie>, string]>([
    ['no states', { starts: u32(0) }, 'span'],
    ['bounds beyond its tokens', { starts: u32(0, 2, 3, 4) }, 'span'],
    ['bounds that fall', { starts: u32(0, 3, 2, 3) }, 'fall'],
    ['a token that the vocabulary lacks', { tokens: u32(1, 2, 4) }, 'outside the vocabulary of 4'],
    ['tokens out of order', { tokens: u32(2, 1, 3) }, 'ascend'],
    ['a token twice', { tokens: u32(2, 2, 3) }, 'ascend'],
    ['an edge too few', { next: u32(1, 2) }, 'one next state'],
    ['an edge into nowhere', { next: u32(1, 3, 2) }, 'does not have'],
    ['nothing to begin with', { starts: u32(0, 0, 0, 0), tokens: u32(), next: u32() }, 'no token at its start'],
  ])('is refused for %s', (_, change, reason) => {
    expect(trieComplaint({ ...TRIE, ...change }, 4)).toContain(reason)
  })
})

describe('a mask of a datum', () => {
  const datum = { tokens: u32(0, 1, 3, 2), lossMask: Uint8Array.of(0, 1, 1, 0) }
  const mask: ActionMask = { states: u32(UNMASKED, 0, 1, UNMASKED), starts: u32(0, 2, 3), tokens: u32(1, 2, 3) }

  it('passes when it allows what was trained on, whatever stands outside the loss mask', () => {
    expect(maskComplaint(datum, mask, 4)).toBeNull()
    expect(maskComplaint(datum, { ...mask, states: u32(9, 0, 1, 9) }, 4)).toBeNull()
    expect(maskComplaint(datum, { ...mask, states: u32(UNMASKED, UNMASKED, UNMASKED, UNMASKED) }, 4)).toBeNull()
  })

  it.each<[string, Partial<ActionMask>, string]>([
    ['another length', { states: u32(UNMASKED, 0, 1) }, 'as long as'],
    ['a state that it lacks', { states: u32(UNMASKED, 0, 2, UNMASKED) }, 'no state 2'],
    ['a trained token that it forbids', { states: u32(UNMASKED, 0, 0, UNMASKED) }, 'does not allow token 2, which is 3'],
    ['a token that the vocabulary lacks', { tokens: u32(1, 2, 7) }, 'outside the vocabulary of 4'],
  ])('is refused for %s', (_, change, reason) => {
    expect(maskComplaint(datum, { ...mask, ...change }, 4)).toContain(reason)
  })
})
