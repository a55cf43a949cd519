import { describe, expect, it } from 'vitest'
import { arithmetic } from '../environments/arithmetic/arithmetic.ts'
import { randomAlphabet, randomSampler } from './samplers.ts'
import { asciiTokenizer } from './testing/ascii-tokenizer.ts'

describe('the random policy', () => {
  it('draws from the alphabet of the environment and its stop', () => {
    expect(asciiTokenizer.decode(randomAlphabet(asciiTokenizer, arithmetic))).toBe('0123456789\n')
  })

  it('is uniform, ends at the stop or the budget, and depends on the stream alone', async () => {
    const sampler = randomSampler(asciiTokenizer, arithmetic, [1, 2])
    const prompts = Array.from({ length: 2000 }, (_, episode) => ({ tokens: Uint32Array.of(10, 61), stream: [episode, 0] as const }))
    const { sequences } = await sampler(prompts, 4)
    const firsts = new Map<number, number>()
    for (const { tokens, logprobs, stop } of sequences) {
      expect(stop === 'stop_token').toBe(tokens.at(-1) === 10)
      expect(tokens.indexOf(10)).toBe(stop === 'stop_token' ? tokens.length - 1 : -1)
      expect(logprobs[0]).toBeCloseTo(-Math.log(11), 6)
      const first = tokens[0] ?? -1
      firsts.set(first, (firsts.get(first) ?? 0) + 1)
    }
    expect(firsts.size).toBe(11)
    for (const count of firsts.values()) expect(Math.abs(count - 2000 / 11)).toBeLessThan(60)
    const alone = await sampler(prompts.slice(7, 8), 4)
    expect(alone.sequences[0]).toEqual(sequences[7])
  })
})
