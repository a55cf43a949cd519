import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unwrap } from '../base/result.ts'
import { loadTokenizer } from './tokenizer.ts'

/** Byte-level BPE with two merges, a beginning-of-text token and a post-processor that would add it. */
const BYTE_LEVEL = {
  version: '1.0',
  added_tokens: [{ id: 9, content: '<s>', special: true, single_word: false, lstrip: false, rstrip: false, normalized: false }],
  normalizer: null,
  pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: false },
  post_processor: {
    type: 'TemplateProcessing',
    single: [{ SpecialToken: { id: '<s>', type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }],
    pair: [{ Sequence: { id: 'A', type_id: 0 } }, { Sequence: { id: 'B', type_id: 1 } }],
    special_tokens: { '<s>': { id: '<s>', ids: [9], tokens: ['<s>'] } },
  },
  decoder: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: false },
  model: { type: 'BPE', vocab: { a: 0, b: 1, Ċ: 2, Ġ: 3, Ã: 4, '©': 5, ab: 6, abĊ: 7, '.': 8 }, merges: ['a b', 'ab Ċ'] },
}

const codeOf = (json: unknown, vocabulary = 10): string | null => {
  const loaded = loadTokenizer(json, {}, vocabulary)
  return loaded.ok ? null : loaded.error.code
}

describe('a text that stands alone', () => {
  const { model } = BYTE_LEVEL
  const unmerged = unwrap(loadTokenizer({ ...BYTE_LEVEL, model: { ...model, merges: [] } }, {}, 10))

  it('has the same tokens behind any prompt', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '.', '<s>', '<', 's>', '>', ' ', '\n', 'é', '\uD83D', '\uDE00'), { maxLength: 6 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        if (unmerged.standsAlone?.(after) !== true) return
        expect([...unmerged.encode(before + after)]).toEqual([...unmerged.encode(before), ...unmerged.encode(after)])
      }),
    )
  })

  it('is one that no added token ends in', () => {
    const alone = (text: string) => unmerged.standsAlone?.(text)
    expect(['ab', 'b.', 's', 's>', '>a', '<s>', ''].map(alone)).toEqual([true, true, false, false, false, true, false])
  })

  it('is unknown where tokens are merged, or the text is changed or cut before', () => {
    expect(unwrap(loadTokenizer(BYTE_LEVEL, {}, 10)).standsAlone).toBeUndefined()
    const cut = { ...BYTE_LEVEL, model: { ...model, merges: [] }, pre_tokenizer: { ...BYTE_LEVEL.pre_tokenizer, use_regex: true } }
    expect(unwrap(loadTokenizer(cut, {}, 10)).standsAlone).toBeUndefined()
  })
})

describe('loadTokenizer', () => {
  const tokenizer = unwrap(loadTokenizer(BYTE_LEVEL, {}, 10))

  it('merges, and adds no special tokens', () => {
    expect([...tokenizer.encode('abba')]).toEqual([6, 1, 0])
    expect([...tokenizer.encode('')]).toEqual([])
  })

  it('decodes without cleaning up spaces, spelling special tokens out and skipping ids without a token', () => {
    expect(tokenizer.decode([9, 0, 3, 8, 7, 4, 5])).toBe('<s>a .ab\né')
    expect(tokenizer.decode(Uint32Array.of(0, 77))).toBe('a')
    expect(tokenizer.decode([])).toBe('')
  })

  it('stops at every token that contains the stop text', () => {
    expect(tokenizer.stopTokens('\n')).toEqual([2, 7])
    expect(tokenizer.stopTokens('zz')).toEqual([])
  })

  it('shows single tokens, halves of characters as U+FFFD', () => {
    expect([0, 3, 7, 4, 9, 50].map(tokenizer.tokenText)).toEqual(['a', ' ', 'ab\n', '\uFFFD', '<s>', ''])
  })

  it('shows the spaces of SentencePiece tokens', () => {
    const metaspace = {
      model: { type: 'BPE', vocab: { '▁': 0, '▁a': 1, '<0x0A>': 2 }, merges: [['▁', 'a']] },
      decoder: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'first' },
    }
    const loaded = unwrap(loadTokenizer(metaspace, {}, 3))
    expect([0, 1, 2].map(loaded.tokenText)).toEqual([' ', ' a', '\n'])
  })

  it('refuses a vocabulary that does not fit the model, but allows its padding', () => {
    expect(codeOf(BYTE_LEVEL, 9)).toBe('TOKENIZER_MISMATCH')
    expect(codeOf(BYTE_LEVEL, 112)).toBe('TOKENIZER_MISMATCH')
    expect(codeOf(BYTE_LEVEL, 11)).toBe(null)
  })

  it.each([
    ['nothing', null],
    ['no model', {}],
    ['no vocabulary', { model: { type: 'BPE', merges: [] } }],
    ['an id that is no number', { ...BYTE_LEVEL, model: { ...BYTE_LEVEL.model, vocab: { a: 'b' } } }],
    ['two tokens of one id', { ...BYTE_LEVEL, model: { ...BYTE_LEVEL.model, vocab: { a: 1, b: 1 } } }],
    ['an unknown algorithm', { ...BYTE_LEVEL, model: { ...BYTE_LEVEL.model, type: 'Magic' } }],
    ['an unknown pre-tokenizer', { ...BYTE_LEVEL, pre_tokenizer: { type: 'Magic' } }],
    ['added tokens that are no list', { ...BYTE_LEVEL, added_tokens: 3 }],
  ])('refuses %s', (_, json) => {
    expect(codeOf(json)).toBe('TOKENIZER_INVALID')
  })

  it('never throws, whatever JSON arrives', () => {
    const model = fc.record({
      type: fc.constantFrom('BPE', 'Unigram', 'WordPiece', 'x'),
      vocab: fc.oneof(fc.dictionary(fc.string(), fc.nat(9)), fc.jsonValue()),
      merges: fc.jsonValue(),
    })
    const json = fc.record(
      { model, normalizer: fc.jsonValue(), pre_tokenizer: fc.jsonValue(), decoder: fc.jsonValue(), added_tokens: fc.jsonValue() },
      { requiredKeys: [] },
    )
    fc.assert(fc.property(fc.oneof(json, fc.jsonValue()), (value) => ['TOKENIZER_INVALID', 'TOKENIZER_MISMATCH', null].includes(codeOf(value))))
  })
})
