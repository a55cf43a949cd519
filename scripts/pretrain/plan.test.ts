import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { unwrap } from '../../src/base/result.ts'
import { findEnvironment } from '../../src/environments/registry.ts'
import { loadTokenizer } from '../../src/model/tokenizer.ts'
import { EMBEDDING, parameterCount } from '../../src/model/weights.ts'
import { drawBatch, tokenCount, updateFlop } from './batch.ts'
import { initialWeights } from './initial-weights.ts'
import { RECIPES, type Recipe } from './recipe.ts'
import { adamOf, hasFailed, passes, START } from './schedule.ts'
import { tokenizerConfigJson, tokenizerJson, VOCABULARY } from './tokenizer-file.ts'

const RECIPE = RECIPES.get('arithmetic') ?? expect.fail('the recipe is gone')
const tokenizer = unwrap(loadTokenizer(tokenizerJson(), tokenizerConfigJson(64), VOCABULARY))
const deviationOf = (values: ArrayLike<number> = []): number => Math.sqrt(Array.from(values).reduce((sum, value) => sum + value * value, 0) / values.length)

describe('a batch', () => {
  it('packs whole lines up to the number of tokens, the same for the same update', () => {
    const batch = drawBatch(RECIPE, 1, 7, false, tokenizer)
    expect(tokenCount(batch)).toBeGreaterThan(RECIPE.tokensPerUpdate - 24)
    expect(tokenCount(batch)).toBeLessThanOrEqual(RECIPE.tokensPerUpdate)
    for (const sequence of batch) expect(tokenizer.decode(sequence.tokens)).toMatch(/^\n[^\n]+\n$/)
    expect(drawBatch(RECIPE, 1, 7, false, tokenizer)).toEqual(batch)
    expect(drawBatch(RECIPE, 1, 8, false, tokenizer)).not.toEqual(batch)
    expect(drawBatch(RECIPE, 2, 7, false, tokenizer)).not.toEqual(batch)
  })

  it('holds wrong answers only in the noisy stage', () => {
    const wrong = (noisy: boolean): number => {
      const lines = Array.from({ length: 20 }, (_, update) => drawBatch(RECIPE, 1, update, noisy, tokenizer))
        .flat()
        .map(({ tokens }) => tokenizer.decode(tokens))
      const sums = lines.flatMap((line) => [...line.matchAll(/^\n(\d+)([+-])(\d+)=(\d+)\n$/g)])
      return sums.filter(([, a, op, b, answer]) => Number(answer) !== (op === '+' ? Number(a) + Number(b) : Number(a) - Number(b))).length / sums.length
    }
    expect(wrong(false)).toBe(0)
    expect(Math.abs(wrong(true) - RECIPE.noise)).toBeLessThan(0.05)
  })

  it('draws the very text that the shipped bases were made of', () => {
    const drawn = (recipe: Recipe): string => {
      const hash = createHash('sha256')
      for (const update of [0, 1, 1000])
        for (const noisy of [false, true]) for (const line of drawBatch(recipe, 1, update, noisy, tokenizer)) hash.update(tokenizer.decode(line.tokens))
      return hash.digest('hex')
    }
    expect(drawn(RECIPE)).toBe('3fa322f5f0f4361981fb17939a6c19321035f852b132721efa1a2eb75032861b')
    expect(drawn(RECIPES.get('arithmetic-acquire') ?? expect.fail('the recipe is gone'))).toBe(
      '90d7c69c9baa5956e22d26eea124f645b6f1d6f071df4a205fd6c2c9911baee4',
    )
  })

  it('costs six operations per weight and token, and attention on top', () => {
    // 2 layers × (4·48·48 + 3·48·128) + 112·48 weights; one token meets itself.
    expect(updateFlop(RECIPE.config, [{ tokens: Uint32Array.of(1) }])).toBe(6 * (2 * (4 * 48 * 48 + 3 * 48 * 128) + 112 * 48) + 6 * 2 * 48 * 2)
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
    expect(at(recipe.greedyToPass - 0.01)).toEqual({ passes: false, fails: false })
    expect(at(recipe.greedyToPass)).toEqual({ passes: true, fails: false })
    expect(at(recipe.greatestGreedy + 0.01)).toEqual({ passes: false, fails: true })
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

describe('a mix', () => {
  it('gives every corpus its share of the tokens, whatever the length of its lines', () => {
    const mix = [
      { corpus: 'kuhn', share: 1, head: /^\nkuhn/ },
      { corpus: 'guess', share: 2, head: /^\nguess/ },
      { corpus: 'calculator', share: 1, head: /^\ntask/ },
    ] as const
    const lines = Array.from({ length: 25 }, (_, update) => drawBatch({ ...RECIPE, mix }, 1, update, false, tokenizer)).flat()
    const texts = lines.map((line) => tokenizer.decode(line.tokens))
    for (const { share, head } of mix) {
      const own = texts.filter((text) => head.test(text)).reduce((sum, { length }) => sum + length, 0)
      expect(Math.abs(own / tokenCount(lines) - share / 4)).toBeLessThan(0.03)
    }
  })

  it('is measured by tasks that exist', () => {
    for (const recipe of RECIPES.values()) {
      for (const { environment, config } of recipe.evaluations) expect(unwrap(findEnvironment(environment)).parseConfig(config).ok).toBe(true)
    }
  })
})
