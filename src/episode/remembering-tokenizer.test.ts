import { expect, it } from 'vitest'
import { rememberingTokenizer } from './remembering-tokenizer.ts'
import type { Tokenizer } from './tokenizer.ts'

const bytes: Tokenizer = {
  encode: (text) => Uint32Array.from(text, (char) => char.charCodeAt(0)),
  decode: (ids) => String.fromCharCode(...Array.from(ids)),
  stopTokens: (text) => [text.charCodeAt(0)],
  tokenText: (id) => String.fromCharCode(id),
}

function counted() {
  const asked: string[] = []
  const inner: Tokenizer = {
    ...bytes,
    encode(text) {
      asked.push(text)
      return bytes.encode(text)
    },
    decode(ids) {
      asked.push(Array.from(ids).join(' '))
      return bytes.decode(ids)
    },
  }
  return { tokenizer: rememberingTokenizer(inner), asked }
}

it('gives what the tokenizer gives, and asks it once', () => {
  const { tokenizer, asked } = counted()
  for (const text of ['12+3=', '', '12+3=', '12']) expect(tokenizer.encode(text)).toEqual(bytes.encode(text))
  expect(asked).toEqual(['12+3=', '', '12'])
  for (const ids of [[49, 50], Uint32Array.of(49, 50), [4950]]) expect(tokenizer.decode(ids)).toBe(bytes.decode(ids))
  expect(asked.slice(3)).toEqual(['49 50', '4950'])
  expect(tokenizer.stopTokens(';')).toEqual(bytes.stopTokens(';'))
})

it('keeps neither long texts nor more than it may', () => {
  const { tokenizer, asked } = counted()
  const long = '1'.repeat(1001)
  expect(tokenizer.encode(long)).toEqual(tokenizer.encode(long))
  expect(asked.length).toBe(2)
  for (let i = 0; i < 20_001; i++) tokenizer.encode(`${i}`)
  tokenizer.encode('0')
  expect(asked.filter((text) => text === '0').length).toBe(2)
})
