// What an episode needs of a tokenizer. Type only: src/model implements it. Text becomes tokens once, when it
// enters an episode; tokens become text for parsing and for reading, and never tokens again.

export interface Tokenizer {
  encode(text: string): Uint32Array
  decode(ids: ArrayLike<number>): string
  /** Every token in whose text `text` occurs: sampling that ends an action at `text` stops at these. */
  stopTokens(text: string): readonly number[]
  /** One token as it is shown. */
  tokenText(id: number): string
}
