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

  it('with strays, one agent of every episode keeps to them and the others’ legal moves by chance carry loss mask 0', async () => {
    const game = { ...countingGame({ agents: ['a', 'b', 'c'] }), demonstrate: () => 9 }
    const strays = { share: 0.5, masters: ['a', 'c'], key: [5, 0] as const }
    const asked = { ...request(game, 40), config: { rounds: 9 }, budget: { maxTokensPerTurn: 4, maxTokensPerEpisode: 99, contextTokens: 99 }, strays }
    const told = await demonstrateEpisodes(asked)
    const written = told.map(({ agent, episode, spans, tokens, lossMask }) => {
      const turns = spans.filter(({ state }) => state === 'GENERATING')
      const said = turns.map(({ start }) => ({ digit: String.fromCharCode(tokens[start] ?? 0), learned: lossMask[start] === 1 }))
      return { agent, episode, said, whole: said.every(({ learned }) => learned) }
    })
    for (const { said } of written) for (const { digit, learned } of said) if (learned) expect(digit).toBe('9')
    const strayed = written.flatMap(({ said }) => said.filter(({ learned }) => !learned))
    expect(new Set(strayed.map(({ digit }) => digit)).size).toBeGreaterThan(4)
    // Of the two turns in three that may stray, half do.
    expect(strayed.length / written.flatMap(({ said }) => said).length).toBeCloseTo(1 / 3, 1)
    const keepers = Array.from({ length: 40 }, (_, episode) => written.filter((one) => one.episode === episode && one.whole).map(({ agent }) => agent))
    expect(keepers.every((kept) => kept.includes('a') || kept.includes('c'))).toBe(true)
    expect(keepers.some((kept) => !kept.includes('a'))).toBe(true)
    expect(await demonstrateEpisodes(asked)).toEqual(told)
  })

  it('are refused where the environment has none', async () => {
    const { demonstrate: _, ...silent } = countingGame()
    await expect(demonstrateEpisodes({ ...request(silent, 1), config: { rounds: 1 } })).rejects.toMatchObject({ code: 'ENVIRONMENT_INVALID' })
  })
})
