// One token a character, by its code: what tests of the coordinator write and read by eye.

import type { Tokenizer } from '../../episode/tokenizer.ts'

export const bytes: Tokenizer = {
  encode: (text) => Uint32Array.from(text, (char) => char.charCodeAt(0)),
  decode: (ids) => String.fromCharCode(...Array.from(ids)),
  stopTokens: (text) => [text.charCodeAt(0)],
  tokenText: (id) => String.fromCharCode(id),
}
