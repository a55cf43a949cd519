// What an episode needs of a tokenizer. Type only: src/model implements it. Text becomes tokens once, when it
// enters an episode; tokens become text for parsing and for reading, and never tokens again.

import type { PatchShape } from '../service/index.ts'

export interface Tokenizer {
  /** How the base cuts pictures into rows; absent where it reads text alone. */
  readonly patch?: PatchShape
  encode(text: string): Uint32Array
  decode(ids: ArrayLike<number>): string
  /** Whether no token can reach into this text from what stands before it: its tokens are then the same behind any prompt. Absent: nobody knows. */
  standsAlone?(text: string): boolean
  /** Every token in whose text `text` occurs: sampling that ends an action at `text` stops at these. */
  stopTokens(text: string): readonly number[]
  /** One token as it is shown. */
  tokenText(id: number): string
}
