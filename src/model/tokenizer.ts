// Text to token ids and back, from a Hugging Face tokenizer.json. The algorithms are @huggingface/tokenizers';
// this file decides what may reach them and how they are called: no special tokens are added, nothing is cleaned
// up, so that decoding loses nothing. Runs on a page, in a worker and in Node. Does not know episodes or models;
// it only checks that the ids fit a vocabulary of the given size.

import { Tokenizer as HuggingFaceTokenizer } from '@huggingface/tokenizers'
import type { TokenloomError } from '../base/errors.ts'
import { tokenloomError } from '../base/errors.ts'
import { isRecord } from '../base/json.ts'
import type { Result } from '../base/result.ts'
import { fail, ok } from '../base/result.ts'
import type { PatchShape } from '../service/index.ts'

export interface Tokenizer {
  /** How the base cuts pictures into rows; absent where it reads text alone. */
  readonly patch?: PatchShape
  /** The ids of a text, special tokens neither added nor expected. */
  encode(text: string): Uint32Array
  /** The text of ids, special tokens spelt out. Ids without a token (padding of the vocabulary) have no text. */
  decode(ids: ArrayLike<number>): string
  /** Whether no token can reach into this text from what stands before it. Absent where tokens are merged across characters. */
  standsAlone?(text: string): boolean
  /** Every token in whose text `text` occurs: sampling that ends an action at `text` stops at these. */
  stopTokens(text: string): number[]
  /** What one token looks like by itself; bytes that are not whole characters become U+FFFD. */
  tokenText(id: number): string
}

type Fields = Readonly<Record<string, unknown>>

/** The share of a model's vocabulary that must have a token: models pad theirs to round numbers, by less than this leaves. */
const LEAST_COVER = 0.9

/** The library guesses when it does not know the algorithm; a guess would be wrong ids. Old files name none. */
const ALGORITHMS: readonly unknown[] = ['BPE', 'WordPiece', 'Unigram', undefined]

const invalid = (message: string): TokenloomError =>
  tokenloomError('TOKENIZER_INVALID', `tokenizer.json: ${message}.`, 'Take the tokenizer.json that came with the weights, unchanged.', 'tokenizer.json')
const mismatch = (tokens: number, vocabulary: number): TokenloomError =>
  tokenloomError(
    'TOKENIZER_MISMATCH',
    `The tokenizer numbers ${tokens} tokens; the model knows ${vocabulary}.`,
    'Take tokenizer.json, config.json and the weights from one and the same model folder.',
    'tokenizer.json',
  )

/** Every id with its token, or what is wrong. Vocabularies are {token: id} (BPE, WordPiece) or [[token, score], …] (Unigram). */
function readVocabulary(json: Fields): Result<ReadonlyMap<number, string>> {
  const { model, added_tokens: added = [] } = json
  if (!isRecord(model)) return fail(invalid('it has no model'))
  if (!Array.isArray(added)) return fail(invalid('added_tokens is not a list'))
  const { type, vocab } = model
  if (!ALGORITHMS.includes(type)) return fail(invalid(`its algorithm ${JSON.stringify(type)} is not one of BPE, WordPiece and Unigram`))
  const pairs: [unknown, unknown][] = []
  if (Array.isArray(vocab)) for (const [id, entry] of vocab.entries()) pairs.push([Array.isArray(entry) ? entry[0] : undefined, id])
  else if (isRecord(vocab)) pairs.push(...Object.entries(vocab))
  else return fail(invalid('its model has no vocabulary'))
  for (const token of added) pairs.push(isRecord(token) ? [token['content'], token['id']] : [undefined, undefined])
  const tokens = new Map<number, string>()
  for (const [text, id] of pairs) {
    if (typeof text !== 'string' || typeof id !== 'number' || !Number.isInteger(id) || id < 0)
      return fail(invalid(`the entry ${JSON.stringify([text, id])} is not a token with an id`))
    if ((tokens.get(id) ?? text) !== text) return fail(invalid(`the id ${id} belongs to two tokens`))
    tokens.set(id, text)
  }
  return ok(tokens)
}

function isByteLevel(decoder: unknown): boolean {
  if (!isRecord(decoder)) return false
  return decoder['type'] === 'ByteLevel' || (Array.isArray(decoder['decoders']) && decoder['decoders'].some(isByteLevel))
}

/** Bytes that are never merged: every token is one of them, or an added token, spelt out. Null for all other tokenizers. */
function borderOf({ model, normalizer = null, pre_tokenizer: before, added_tokens: added = [] }: Fields): ((text: string) => boolean) | null {
  const bytesAlone = isRecord(model) && model['type'] === 'BPE' && Array.isArray(model['merges']) && model['merges'].length === 0
  const whole = isRecord(before) && before['type'] === 'ByteLevel' && before['use_regex'] === false && before['add_prefix_space'] !== true
  if (!bytesAlone || !whole || normalizer !== null || !Array.isArray(added)) return null
  const plain = added.every((token) => isRecord(token) && !['single_word', 'lstrip', 'rstrip'].some((name) => token[name] === true))
  if (!plain) return null
  const spelt = added.map((token: Fields) => String(token['content']))
  /** Ends of added tokens that could stand at the beginning of a text. */
  const ends = new Set(spelt.flatMap((content) => Array.from({ length: Math.max(content.length - 1, 0) }, (_, i) => content.slice(i + 1))))
  // The second half of a character is no byte by itself.
  return (text) => !/^[\uDC00-\uDFFF]/.test(text) && ![...ends].some((end) => text.startsWith(end) || end.startsWith(text))
}

/** The tokenizer (with how the base cuts pictures, where it sees), or TOKENIZER_INVALID, or TOKENIZER_MISMATCH when its ids do not fit `vocabulary`. */
export function loadTokenizer(json: unknown, tokenizerConfig: unknown, vocabulary: number, patch?: PatchShape): Result<Tokenizer> {
  if (!isRecord(json)) return fail(invalid('it is not a JSON object'))
  const tokens = readVocabulary(json)
  if (!tokens.ok) return tokens
  const count = [...tokens.value.keys()].reduce((greatest, id) => Math.max(greatest, id), -1) + 1
  if (count > vocabulary || tokens.value.size < LEAST_COVER * vocabulary) return fail(mismatch(count, vocabulary))
  let inner: HuggingFaceTokenizer
  try {
    // Absent parts mean "none" in the format; the library wants them spelt out.
    const parts = { normalizer: null, pre_tokenizer: null, post_processor: null, decoder: null, added_tokens: [], ...json }
    inner = new HuggingFaceTokenizer(parts, isRecord(tokenizerConfig) ? tokenizerConfig : {})
    inner.encode('a', { add_special_tokens: false })
  } catch (cause) {
    return fail(invalid(cause instanceof Error ? cause.message : String(cause)))
  }
  const tokenizer = createTokenizer(inner, tokens.value, isByteLevel(json['decoder']))
  const standsAlone = borderOf(json)
  return ok({ ...tokenizer, ...(standsAlone === null ? {} : { standsAlone }), ...(patch === undefined ? {} : { patch }) })
}

function createTokenizer(inner: HuggingFaceTokenizer, tokens: ReadonlyMap<number, string>, byteLevel: boolean): Tokenizer {
  const texts = new Map<number, string>()
  const decode = (ids: ArrayLike<number>): string => {
    const known = Array.from(ids).filter((id) => tokens.has(id))
    // The library refuses an empty list.
    return known.length === 0 ? '' : inner.decode(known, { skip_special_tokens: false, clean_up_tokenization_spaces: false })
  }
  // SentencePiece decoders strip the space that begins a text, so a token alone is read from the vocabulary.
  const tokenText = (id: number): string => {
    const seen = texts.get(id)
    if (seen !== undefined) return seen
    const text = byteLevel
      ? decode([id])
      : (tokens.get(id) ?? '').replaceAll('▁', ' ').replace(/^<0x([0-9A-F]{2})>$/, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    texts.set(id, text)
    return text
  }
  return {
    encode: (text) => Uint32Array.from(text === '' ? [] : inner.encode(text, { add_special_tokens: false }).ids),
    decode,
    stopTokens: (text) => [...tokens.keys()].filter((id) => tokenText(id).includes(text)).sort((a, b) => a - b),
    tokenText,
  }
}
