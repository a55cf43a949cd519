// The action mask of a seat, from texts alone: what the sampler would be told, made for somebody who looks at it.

import { PICTURE_MARK } from '../base/picture-mark.ts'
import { buildActionTrie, tokensBehind } from '../episode/action-trie.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import type { MaskAnswer, MaskRequest } from './mask-api.ts'

/** Characters of the prompt that decide how what follows is cut. */
const CONTEXT = 24

export function maskOfSeat({ prompt, actions }: Pick<MaskRequest, 'prompt' | 'actions'>, tokenizer: Tokenizer, vocabulary: readonly string[]): MaskAnswer {
  const read = prompt.replaceAll(PICTURE_MARK, '')
  const context = read.slice(-CONTEXT)
  return {
    vocabulary,
    trie: buildActionTrie(actions.map((text) => tokensBehind(tokenizer, context, text))),
    promptTokens: tokenizer.encode(read).length,
    strange: strangeIn([read, ...actions], tokenizer),
  }
}

/** Characters that do not come back from the tokenizer. */
export function strangeIn(texts: readonly string[], tokenizer: Pick<Tokenizer, 'encode' | 'decode'>): readonly string[] {
  const characters = new Set(texts.flatMap((text) => [...text]))
  return [...characters].filter((character) => tokenizer.decode(tokenizer.encode(character)) !== character)
}
