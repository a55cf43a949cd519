// The shipped bases' tokenizer as a tokenizer.json: byte-level BPE without merges, restricted to newline and
// printable ASCII, so that a token is a character and 112 ids serve every built-in environment. Knows the format
// of Hugging Face tokenizers; does not know models. Generated, never edited by hand.

import type { Json } from '../../src/base/json.ts'

/** Ids 0 to 15 are special; 12 of them wait for a use, so that a later one does not move the others. */
export const SPECIALS = { pad: 0, bos: 1, eos: 2, unk: 3 } as const
const SPECIAL_TOKENS: readonly string[] = ['<pad>', '<bos>', '<eos>', '<unk>', ...Array.from({ length: 12 }, (_, i) => `<reserved_${i + 4}>`)]

/** 16 specials, newline, and ASCII 32 to 126. */
export const VOCABULARY = 112

/**
 * How byte-level BPE writes a byte in its vocabulary: printable bytes as themselves, control bytes and the space
 * as the characters from U+0100 on, in order (GPT-2's bytes_to_unicode). Bytes 0 to 32 are the first 33 of these.
 */
const spell = (byte: number): string => String.fromCharCode(byte > 32 ? byte : 256 + byte)

export function tokenizerJson(): Json {
  const characters = [10, ...Array.from({ length: 95 }, (_, i) => 32 + i)].map(spell)
  const vocabulary = [...SPECIAL_TOKENS, ...characters]
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIAL_TOKENS.map((content, id) => ({ id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true })),
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: false },
    post_processor: null,
    decoder: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: false },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: '<unk>',
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab: Object.fromEntries(vocabulary.map((token, id) => [token, id])),
      merges: [],
    },
  }
}

export function tokenizerConfigJson(contextTokens: number): Json {
  return {
    tokenizer_class: 'PreTrainedTokenizerFast',
    pad_token: '<pad>',
    bos_token: '<bos>',
    eos_token: '<eos>',
    unk_token: '<unk>',
    add_bos_token: false,
    add_eos_token: false,
    clean_up_tokenization_spaces: false,
    model_max_length: contextTokens,
  }
}
