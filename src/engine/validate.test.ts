import { describe, expect, test } from 'vitest'
import type { AdamParams, Datum, LossSpec, SamplePrompt, SamplingParams } from '../service/index.ts'
import { validateAdam, validateData, validateLossFor, validateSample } from './validate.ts'

const BOUNDS = { vocabulary: 10, contextTokens: 8 }

/** The code and place of what is thrown; undefined when nothing is. */
function refusal(check: () => void): { readonly code: unknown; readonly at: unknown } | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return typeof error === 'object' && error !== null ? { code: Reflect.get(error, 'code'), at: Reflect.get(error, 'at') } : { code: error, at: null }
  }
}

const DATUM: Datum = {
  id: 'd1',
  tokens: Uint32Array.of(1, 2, 3, 4),
  lossMask: Uint8Array.of(0, 0, 1, 1),
  coefficients: Float32Array.of(0, 0, 1, -1),
}
const datum = (change: Partial<Datum>): Datum => ({ ...DATUM, ...change })

describe('data', () => {
  test('what fits passes', () => {
    expect(refusal(() => validateData([DATUM, datum({ id: 'd2', temperature: 0.5, group: 'g', sharedPrefix: 2 })], BOUNDS))).toBeUndefined()
  })

  test.each([
    ['no tokens', { tokens: new Uint32Array(0), lossMask: new Uint8Array(0), coefficients: new Float32Array(0) }, 'DATUM_INVALID'],
    ['a mask of another length', { lossMask: Uint8Array.of(0, 1) }, 'DATUM_INVALID'],
    ['coefficients of another length', { coefficients: new Float32Array(5) }, 'DATUM_INVALID'],
    ['sampling logprobs of another length', { samplingLogprobs: new Float32Array(1) }, 'DATUM_INVALID'],
    ['a first token that is trained on', { lossMask: Uint8Array.of(1, 0, 1, 1) }, 'DATUM_INVALID'],
    ['temperature 0', { temperature: 0 }, 'DATUM_INVALID'],
    ['temperature NaN', { temperature: Number.NaN }, 'DATUM_INVALID'],
    ['a token outside the vocabulary', { tokens: Uint32Array.of(1, 2, 10, 4) }, 'DATUM_INVALID'],
    ['a coefficient that is no number', { coefficients: Float32Array.of(0, 0, Number.NaN, 1) }, 'NOT_FINITE'],
    ['a prefix that leaves nothing', { group: 'g', sharedPrefix: 4 }, 'DATUM_INVALID'],
    ['a prefix that is trained on', { group: 'g', sharedPrefix: 3 }, 'DATUM_INVALID'],
  ])('refuses %s, naming the datum', (_, change: Partial<Datum>, code) => {
    expect(refusal(() => validateData([datum(change)], BOUNDS))).toEqual({ code, at: 'd1' })
  })

  test('refuses what is longer than the base reads, naming the setting', () => {
    const long = { tokens: new Uint32Array(9), lossMask: new Uint8Array(9), coefficients: new Float32Array(9) }
    expect(refusal(() => validateData([datum(long)], BOUNDS))).toEqual({ code: 'CONTEXT_OVERFLOW', at: 'rollout.maxTokensPerEpisode' })
  })

  test('refuses a group whose members differ in the prefix they are said to share', () => {
    const first = datum({ group: 'g', sharedPrefix: 2 })
    const second = datum({ id: 'd2', group: 'g', sharedPrefix: 2, tokens: Uint32Array.of(1, 9, 3, 4) })
    expect(refusal(() => validateData([first, second], BOUNDS))).toEqual({ code: 'DATUM_INVALID', at: 'd2' })
  })

  test('a coefficient outside the mask may be anything', () => {
    expect(refusal(() => validateData([datum({ coefficients: Float32Array.of(Number.NaN, 0, 1, 1) })], BOUNDS))).toBeUndefined()
  })
})

describe('losses', () => {
  test('all but cross-entropy need the logprobs of sampling', () => {
    expect(refusal(() => validateLossFor({ name: 'cross_entropy' }, [DATUM]))).toBeUndefined()
    expect(refusal(() => validateLossFor({ name: 'importance_sampling' }, [DATUM]))).toEqual({ code: 'DATUM_INVALID', at: 'd1' })
    expect(refusal(() => validateLossFor({ name: 'importance_sampling' }, [datum({ samplingLogprobs: new Float32Array(4) })]))).toBeUndefined()
  })

  test('a loss that cannot be evaluated is refused before anything is spent', () => {
    const loss: LossSpec = { name: 'ppo', clipLow: 2, clipHigh: 1 }
    expect(refusal(() => validateLossFor(loss, [datum({ samplingLogprobs: new Float32Array(4) })]))?.code).toBe('SPEC_INVALID')
  })
})

const ADAM: AdamParams = { learningRate: 1e-3, beta1: 0.9, beta2: 0.99, epsilon: 1e-8, weightDecay: 0, gradClipNorm: 1 }

test.each([
  ['learningRate', -1],
  ['learningRate', Number.POSITIVE_INFINITY],
  ['beta1', 1],
  ['beta2', -0.1],
  ['epsilon', 0],
  ['weightDecay', Number.NaN],
  ['gradClipNorm', -1],
] as const)('optimizer: refuses %s %d, naming it', (name, value) => {
  expect(refusal(() => validateAdam(ADAM))).toBeUndefined()
  expect(refusal(() => validateAdam({ ...ADAM, [name]: value }))).toEqual({ code: 'SPEC_INVALID', at: `optimizer.${name}` })
})

describe('samples', () => {
  const PARAMS: SamplingParams = { maxTokens: 4, temperature: 1, stopTokens: [] }
  const prompt = (tokens: readonly number[], group?: string): SamplePrompt => ({
    tokens: Uint32Array.from(tokens),
    stream: [0, 0],
    ...(group === undefined ? {} : { group }),
  })
  const sample = (params: Partial<SamplingParams>, prompts: readonly SamplePrompt[] = [prompt([1, 2])]) =>
    refusal(() => validateSample({ snapshot: 'base', prompts, params: { ...PARAMS, ...params }, key: [1, 2] }, BOUNDS))

  test('what fits passes, greedy and nothing to sample included', () => {
    expect(sample({ temperature: 0, topK: 3, topP: 0.5 })).toBeUndefined()
    expect(sample({ maxTokens: 0 })).toBeUndefined()
    expect(sample({}, [])).toBeUndefined()
  })

  test.each([
    ['maxTokens', { maxTokens: -1 }],
    ['maxTokens', { maxTokens: 1.5 }],
    ['temperature', { temperature: -0.1 }],
    ['temperature', { temperature: Number.NaN }],
    ['topK', { topK: -1 }],
    ['topP', { topP: 0 }],
    ['topP', { topP: 1.1 }],
  ] as const)('refuses %s out of range, naming it', (name, params) => {
    expect(sample(params)).toEqual({ code: 'SAMPLE_INVALID', at: name })
  })

  test('refuses prompts that are empty, foreign, too long, or unlike their group', () => {
    expect(sample({}, [prompt([])])).toEqual({ code: 'SAMPLE_INVALID', at: 'prompts[0]' })
    expect(sample({}, [prompt([1]), prompt([10])])).toEqual({ code: 'SAMPLE_INVALID', at: 'prompts[1]' })
    expect(sample({}, [prompt([1, 2, 3, 4, 5])])).toEqual({ code: 'CONTEXT_OVERFLOW', at: 'rollout.maxTokensPerTurn' })
    expect(sample({}, [prompt([1, 2], 'g'), prompt([1, 3], 'g')])).toEqual({ code: 'SAMPLE_INVALID', at: 'prompts[1]' })
  })
})
