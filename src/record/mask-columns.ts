// Action masks as words of a token blob, and back: for every episode that has one, its states by token, then the bounds of its
// allowed sets, then their tokens. Reading trusts nothing: tables that do not hold together are no mask.

import { at } from '../base/assert.ts'
import { type ActionMask, UNMASKED } from '../service/index.ts'

/** What the blob's header tells of a mask. */
export interface MaskSize {
  readonly states: number
  readonly entries: number
}

interface Masked {
  readonly length: number
  readonly actionMask?: MaskSize
}

export const maskSize = ({ starts, tokens }: ActionMask): MaskSize => ({ states: starts.length - 1, entries: tokens.length })

const wordsOf = ({ length, actionMask }: Masked): number => (actionMask === undefined ? 0 : length + actionMask.states + 1 + actionMask.entries)

export const maskWords = (episodes: readonly Masked[]): number => episodes.reduce((sum, episode) => sum + wordsOf(episode), 0)

export function maskColumns(masks: readonly (ActionMask | undefined)[]): Uint32Array {
  const parts = masks.flatMap((mask) => (mask === undefined ? [] : [mask.states, mask.starts, mask.tokens]))
  const words = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    words.set(part, offset)
    offset += part.length
  }
  return words
}

/** One entry an episode; undefined when a mask does not hold together. `words` has exactly maskWords(episodes). */
export function readMasks(episodes: readonly Masked[], words: Uint32Array): readonly (ActionMask | undefined)[] | undefined {
  const masks: (ActionMask | undefined)[] = []
  let offset = 0
  const take = (length: number): Uint32Array => {
    const start = offset
    offset += length
    return words.slice(start, offset)
  }
  for (const { length, actionMask } of episodes) {
    if (actionMask === undefined) {
      masks.push(undefined)
      continue
    }
    const mask = { states: take(length), starts: take(actionMask.states + 1), tokens: take(actionMask.entries) }
    if (!holds(mask)) return undefined
    masks.push(mask)
  }
  return masks
}

function holds({ states, starts, tokens }: ActionMask): boolean {
  if (starts[0] !== 0 || at(starts, starts.length - 1) !== tokens.length) return false
  if (starts.some((bound, state) => state > 0 && bound < at(starts, state - 1))) return false
  return states.every((state) => state === UNMASKED || state < starts.length - 1)
}
