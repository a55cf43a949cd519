import { expect, test } from 'vitest'
import { apartTokens, packedEpisodes, packedTokens, relativeDifference, turnsApart } from './episodes.ts'

const SHAPE = { episodes: 3, turns: 5, prompt: 4, observed: 3, written: 2 }
const count = (data: readonly { readonly tokens: Uint32Array }[]): number => data.reduce((sum, { tokens }) => sum + tokens.length, 0)

test('the tokens of both forms are those of the formulas', () => {
  const packed = packedEpisodes(SHAPE, 50)
  expect(count(packed)).toBe(3 * packedTokens(SHAPE))
  expect(count(turnsApart(packed, SHAPE))).toBe(3 * apartTokens(SHAPE))
})

test('every trained token stands in exactly one turn, behind the same tokens, with the same advantage', () => {
  for (const episode of packedEpisodes(SHAPE, 50)) {
    const apart = turnsApart([episode], SHAPE)
    episode.lossMask.forEach((bit, position) => {
      const trainers = apart.filter(({ lossMask }) => lossMask[position] === 1)
      expect(trainers.length).toBe(bit)
      for (const { tokens, coefficients } of trainers) {
        expect([...tokens.subarray(0, position + 1)]).toEqual([...episode.tokens.subarray(0, position + 1)])
        expect(coefficients[position]).toBe(episode.coefficients[position])
      }
    })
  }
})

test('a difference is told in shares of the size', () => {
  expect(relativeDifference(Float32Array.of(3, 4), Float32Array.of(3, 4))).toBe(0)
  expect(relativeDifference(Float32Array.of(3, 4.5), Float32Array.of(3, 4))).toBeCloseTo(0.1, 6)
})
