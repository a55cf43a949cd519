import { describe, expect, it } from 'vitest'
import { createRng } from '../base/random.ts'
import { arithmetic } from '../environments/arithmetic/arithmetic.ts'
import { DEFAULT_ARITHMETIC } from '../environments/arithmetic/problem.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { countingGame } from '../environments/testing/counting.ts'
import { type DemonstrationRequest, demonstrateEpisodes } from './demonstrate-episodes.ts'

const request = (definition: EnvironmentDefinition, count = 12): DemonstrationRequest => ({
  definition,
  config: DEFAULT_ARITHMETIC,
  split: 'train',
  tokenizer: {
    encode: (text) => Uint32Array.from(text, (char) => char.charCodeAt(0)),
    decode: (ids) => String.fromCharCode(...Array.from(ids)),
    stopTokens: (text) => [text.charCodeAt(0)],
    tokenText: (id) => String.fromCharCode(id),
  },
  budget: { maxTokensPerTurn: 4, maxTokensPerEpisode: 64, contextTokens: 64 },
  episodes: Array.from({ length: count }, (_, episode) => ({ episode, group: episode, start: createRng([1, 0], episode), chance: createRng([2, 0], episode) })),
})

describe('demonstrations', () => {
  it('are whole and right, with loss mask 1 on the answer and its stop alone', async () => {
    for (const { tokens, lossMask, totalReward, stop } of await demonstrateEpisodes(request(arithmetic))) {
      expect([totalReward, stop]).toEqual([1, 'completed'])
      const answer = [...tokens].filter((_, i) => lossMask[i] === 1)
      expect(String.fromCharCode(...answer)).toMatch(/^\d+\n$/)
    }
  })

  it('play several turns where the game has them', async () => {
    const [first] = await demonstrateEpisodes({ ...request(countingGame(), 1), config: { rounds: 2 } })
    expect(String.fromCharCode(...(first?.tokens ?? []))).toBe('0>9;9>9;')
  })

  it('shuffled, they are right answers to other questions', async () => {
    const shuffled = await demonstrateEpisodes({ ...request(arithmetic), shuffle: createRng([3, 0]) })
    expect(shuffled.reduce((sum, { totalReward }) => sum + totalReward, 0)).toBeLessThan(shuffled.length / 2)
  })

  it('are refused where the environment has none', async () => {
    const { demonstrate: _, ...silent } = countingGame()
    await expect(demonstrateEpisodes({ ...request(silent, 1), config: { rounds: 1 } })).rejects.toMatchObject({ code: 'ENVIRONMENT_INVALID' })
  })
})
