import { describe, expect, it } from 'vitest'
import { asciiTokenizer } from '../training/testing/ascii-tokenizer.ts'
import { maskOfSeat, strangeIn } from './seat-mask.ts'

describe('the action mask of a seat', () => {
  it('is the one that the sampler would be told', () => {
    const { trie, promptTokens, strange } = maskOfSeat({ prompt: '5?2:', actions: ['<\n', '=\n'] }, asciiTokenizer, [])
    expect(promptTokens).toBe(4)
    expect([...trie.tokens.slice(0, 2)].map((token) => asciiTokenizer.tokenText(token))).toEqual(['<', '='])
    expect(strange).toEqual([])
  })

  it('refuses actions of which one begins another', () => {
    expect(() => maskOfSeat({ prompt: '', actions: ['a', 'ab'] }, asciiTokenizer, [])).toThrow(expect.objectContaining({ code: 'ENVIRONMENT_INVALID' }))
  })

  it('names characters that the base does not read back', () => {
    const lossy = { encode: (text: string) => Uint32Array.from(text, () => 1), decode: (ids: ArrayLike<number>) => 'a'.repeat(ids.length) }
    expect(strangeIn(['aé', 'b'], lossy)).toEqual(['é', 'b'])
  })
})
