import { describe, expect, it } from 'vitest'
import { unwrap } from '../../src/base/result.ts'
import { loadTokenizer } from '../../src/model/tokenizer.ts'
import { EMBEDDING, parameterCount } from '../../src/model/weights.ts'
import { drawBatch, tokenCount, updateFlop } from './batch.ts'
import { initialWeights } from './initial-weights.ts'
import { RECIPES } from './recipe.ts'
import { adamOf, hasFailed, passes, START } from './schedule.ts'
import { tokenizerConfigJson, tokenizerJson, VOCABULARY } from './tokenizer-file.ts'

const RECIPE = RECIPES.get('arithmetic') ?? expect.fail('the recipe is gone')
const tokenizer = unwrap(loadTokenizer(tokenizerJson(), tokenizerConfigJson(64), VOCABULARY))
const deviationOf = (values: ArrayLike<number> = []): number => Math.sqrt(Array.from(values).reduce((sum, value) => sum + value * value, 0) / values.length)

describe('a batch', () => {
  it('packs whole lines up to the number of tokens, the same for the same update', () => {
    const batch = drawBatch(RECIPE, 1, 7, false, tokenizer.encode)
    expect(tokenCount(batch)).toBeGreaterThan(RECIPE.tokensPerUpdate - 24)
    expect(tokenCount(batch)).toBeLessThanOrEqual(RECIPE.tokensPerUpdate)
    for (const sequence of batch) expect(tokenizer.decode(sequence)).toMatch(/^\n[^\n]+\n$/)
    expect(drawBatch(RECIPE, 1, 7, false, tokenizer.encode)).toEqual(batch)
    expect(drawBatch(RECIPE, 1, 8, false, tokenizer.encode)).not.toEqual(batch)
    expect(drawBatch(RECIPE, 2, 7, false, tokenizer.encode)).not.toEqual(batch)
  })

  it('holds wrong answers only in the noisy stage', () => {
    const wrong = (noisy: boolean): number => {
      const lines = Array.from({ length: 20 }, (_, update) => drawBatch(RECIPE, 1, update, noisy, tokenizer.encode))
        .flat()
        .map(tokenizer.decode)
      const sums = lines.flatMap((line) => [...line.matchAll(/^\n(\d+)([+-])(\d+)=(\d+)\n$/g)])
      return sums.filter(([, a, op, b, answer]) => Number(answer) !== (op === '+' ? Number(a) + Number(b) : Number(a) - Number(b))).length / sums.length
    }
    expect(wrong(false)).toBe(0)
    expect(Math.abs(wrong(true) - RECIPE.noise)).toBeLessThan(0.05)
  })

  it('costs six operations per weight and token, and attention on top', () => {
    // 2 layers × (4·48·48 + 3·48·128) + 112·48 weights; one token meets itself.
    expect(updateFlop(RECIPE.config, [Uint32Array.of(1)])).toBe(6 * (2 * (4 * 48 * 48 + 3 * 48 * 128) + 112 * 48) + 6 * 2 * 48 * 2)
  })
})

describe('the schedule', () => {
  const rate = (update: number, noiseStart: number | null = null): number =>
    adamOf(RECIPE, { ...START, update, noiseStart }).learningRate / RECIPE.optimizer.learningRate

  it('warms up, decays, and ends at its final share', () => {
    expect(rate(0)).toBeCloseTo(0.01)
    expect(rate(100)).toBeCloseTo(1)
    expect(rate(RECIPE.cleanUpdates - 1)).toBeGreaterThan(rate(RECIPE.cleanUpdates, RECIPE.cleanUpdates))
    expect(rate(RECIPE.cleanUpdates + RECIPE.noiseUpdates - 1, RECIPE.cleanUpdates)).toBeCloseTo(RECIPE.optimizer.finalShare)
  })

  it('waits where the noise should have begun, and goes on from there', () => {
    expect(rate(RECIPE.cleanUpdates + 500)).toBe(rate(RECIPE.cleanUpdates))
    expect(rate(9000, 9000)).toBe(rate(RECIPE.cleanUpdates))
    expect(rate(9000 + RECIPE.noiseUpdates - 1, 9000)).toBeCloseTo(RECIPE.optimizer.finalShare)
  })
})

describe('a base that is stopped while it learns', () => {
  const recipe = RECIPES.get('arithmetic-acquire') ?? expect.fail('the recipe is gone')

  it('sees clean text only and is measured every 40,000 tokens', () => {
    expect({ noiseUpdates: recipe.noiseUpdates, leastCleanUpdates: recipe.leastCleanUpdates }).toEqual({ noiseUpdates: 0, leastCleanUpdates: 0 })
    expect(Math.abs(recipe.evaluateEvery * recipe.tokensPerUpdate - 40_000)).toBeLessThan(2000)
    expect(parameterCount(recipe.config)).toBe(148_928)
  })

  it('passes between what it must know and what it must not', () => {
    const at = (greedy: number) => ({ passes: passes(recipe, { ...START, update: 32 }, greedy), fails: hasFailed(recipe, { ...START, update: 32 }, greedy) })
    expect(at(0.77)).toEqual({ passes: false, fails: false })
    expect(at(0.78)).toEqual({ passes: true, fails: false })
    expect(at(0.86)).toEqual({ passes: false, fails: true })
  })

  it('learns ever more slowly to the last update that it may have', () => {
    const rate = (update: number): number => adamOf(recipe, { ...START, update }).learningRate / recipe.optimizer.learningRate
    expect(rate(recipe.optimizer.warmupUpdates)).toBeCloseTo(1)
    expect(rate(recipe.greatestCleanUpdates - 1)).toBeCloseTo(recipe.optimizer.finalShare)
  })
})

describe('initial weights', () => {
  it('have the stated spreads', () => {
    const weights = initialWeights(RECIPE.config, 1)
    expect(deviationOf(weights.get(EMBEDDING)?.values)).toBeCloseTo(0.05, 2)
    expect(deviationOf(weights.get('model.layers.1.self_attn.q_proj.weight')?.values)).toBeCloseTo(1 / Math.sqrt(48), 2)
    expect(deviationOf(weights.get('model.layers.1.mlp.down_proj.weight')?.values)).toBeCloseTo(1 / Math.sqrt(128 * 4), 2)
    expect(new Set(weights.get('model.norm.weight')?.values)).toEqual(new Set([1]))
  })
})
