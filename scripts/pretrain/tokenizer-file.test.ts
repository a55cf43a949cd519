import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unwrap } from '../../src/base/result.ts'
import { loadTokenizer } from '../../src/model/tokenizer.ts'
import { SPECIALS, tokenizerConfigJson, tokenizerJson, VOCABULARY } from './tokenizer-file.ts'

const tokenizer = unwrap(loadTokenizer(tokenizerJson(), tokenizerConfigJson(64), VOCABULARY))

describe('the shipped tokenizer', () => {
  it('has one token per character: newline 16, then ASCII from 17', () => {
    expect([...tokenizer.encode('\n17+45=')]).toEqual([16, 34, 40, 28, 37, 38, 46])
    expect(tokenizer.tokenText(16)).toBe('\n')
    expect(tokenizer.tokenText(17)).toBe(' ')
    expect(tokenizer.tokenText(111)).toBe('~')
    expect(tokenizer.stopTokens('\n')).toEqual([16])
  })

  it('is the one that the model tests load', () => {
    const file = readFileSync(new URL('../../src/model/fixtures/tied/tokenizer.json', import.meta.url), 'utf8')
    expect(JSON.parse(file)).toEqual(tokenizerJson())
  })

  it('returns every printable text unchanged, spaces and newlines included', () => {
    const printable = fc.string({ unit: fc.constantFrom('\n', ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))) })
    const plain = printable.filter((text) => !/<(pad|bos|eos|unk|reserved_\d+)>/.test(text))
    fc.assert(
      fc.property(plain, (text) => {
        const ids = tokenizer.encode(text)
        expect(ids).toHaveLength(text.length)
        expect(tokenizer.decode(ids)).toBe(text)
      }),
    )
  })

  it('marks what it cannot spell, byte by byte', () => {
    expect([...tokenizer.encode('é')]).toEqual([SPECIALS.unk, SPECIALS.unk])
    expect(tokenizer.decode([SPECIALS.unk])).toBe('<unk>')
  })
})
