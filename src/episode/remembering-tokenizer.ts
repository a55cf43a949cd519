// A tokenizer that remembers: a run meets the same prompts and answers again and again, siblings of a group above all, and its
// auditor reads them once more. Texts and tokens are what they were; what is handed out is shared, and nobody may change it.

import { recall } from './recall.ts'
import type { Tokenizer } from './tokenizer.ts'

/** The longest text, and the most tokens, that are kept. */
const LONGEST = 1000

export function rememberingTokenizer<Inner extends Tokenizer>(inner: Inner): Inner {
  const tokens = new Map<string, Uint32Array>()
  const texts = new Map<string, string>()
  return {
    ...inner,
    encode: (text) => (text.length > LONGEST ? inner.encode(text) : recall(tokens, text, () => inner.encode(text))),
    decode: (ids) => (ids.length > LONGEST ? inner.decode(ids) : recall(texts, Array.prototype.join.call(ids), () => inner.decode(ids))),
  }
}
