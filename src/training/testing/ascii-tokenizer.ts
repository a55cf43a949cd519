// One token a character, by its code: the tokenizer of tests. Small enough that a test can write tokens as text
// and read them back by eye.

import type { Tokenizer } from '../../episode/tokenizer.ts'

export const asciiTokenizer: Tokenizer = {
  encode: (text) => Uint32Array.from(text, (char) => char.charCodeAt(0)),
  decode: (ids) => String.fromCharCode(...Array.from(ids)),
  stopTokens: (text) => [text.charCodeAt(0)],
  tokenText: (id) => String.fromCharCode(id),
}
