// The engine on a real device: the promises of exactness, what it draws against the distribution it states, and adapters
// that live beside many others.

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPeft, writePeft } from '../adapters/peft.ts'
import { at } from '../base/assert.ts'
import { createRng } from '../base/random.ts'
import { unwrap } from '../base/result.ts'
import { openGpu } from '../gpu/device.ts'
import type { Kernels } from '../kernels/kernels.ts'
import { WgslKernels } from '../kernels/wgsl/wgsl-kernels.ts'
import { runModel } from '../model/cases/run-model.ts'
import { BASE_SNAPSHOT, type SamplingParams } from '../service/index.ts'
import { compare, compareSequences, compareStates } from './cases/engine-case.ts'
import { samplingExactness } from './cases/sampling-exactness.ts'
import { ADAM, dataOf, TINY, tinyEngine, tinyPrompts, tinySpec, tinyWeights, writtenData } from './cases/tiny-model.ts'
import { CASE_CONFIG, trainingExactness } from './cases/training-exactness.ts'
import type { Engine } from './engine.ts'
import { countingKernels } from './testing/counting-kernels.ts'
import { chiSquare, expectedOdds } from './testing/frequencies.ts'

/** A software adapter compiles some fifty shaders first. */
const COMPILE_MILLISECONDS = 240_000

let kernels: WgslKernels
let engine: Engine

beforeAll(async () => {
  kernels = await WgslKernels.create(unwrap(await openGpu(navigator.gpu)), { shapes: [CASE_CONFIG] })
  engine = tinyEngine(kernels)
}, COMPILE_MILLISECONDS)

afterAll(() => {
  kernels.dispose()
})

describe('promises, bit for bit', () => {
  test.each([...samplingExactness, ...trainingExactness].map((entry) => [`${entry.promise}: ${entry.name}`, entry] as const))(
    '%s',
    async (_, entry) => {
      const { differing, compared } = await entry.run(kernels)
      expect(differing).toBe(0)
      expect(compared).toBeGreaterThan(50)
    },
    COMPILE_MILLISECONDS,
  )
})

/** Any batch: families of siblings, a subset of what was sampled in any order, strangers in the same pass. */
const batches = fc.record({
  families: fc.array(fc.record({ length: fc.integer({ min: 1, max: 17 }), size: fc.integer({ min: 1, max: 6 }) }), { minLength: 1, maxLength: 6 }),
  maxTokens: fc.integer({ min: 1, max: 20 }),
  temperature: fc.constantFrom(0.3, 0.7, 1, 1.4),
  topK: fc.constantFrom(0, 3),
  shared: fc.boolean(),
  strangers: fc.integer({ min: 0, max: 5 }),
  picked: fc.array(fc.nat(100), { minLength: 1, maxLength: 12 }),
  seed: fc.nat(),
})

test('E1 holds for any batch that samples and any batch that trains', async () => {
  const adapter = await engine.createAdapter(tinySpec('any', { seed: 31 }))
  await engine.forwardBackward({ adapter, data: writtenData(4, 12, 6), loss: { name: 'cross_entropy' } }).result
  await engine.optimStep(adapter, ADAM).result
  const { id: snapshot } = await engine.saveWeightsForSampler(adapter)
  const property = fc.asyncProperty(batches, async ({ families, maxTokens, temperature, topK, shared, strangers, picked, seed }) => {
    const rng = createRng([seed, 1])
    const prompts = families.flatMap(({ length, size }, family) => {
      const tokens = Uint32Array.from({ length }, () => rng.integer(TINY.vocabulary))
      return Array.from({ length: size }, (_, i) => ({ tokens, group: `${family}`, stream: [family * 8 + i, 0] as const }))
    })
    const params = { maxTokens, temperature, topK, stopTokens: [3] }
    const { sequences } = await engine.sample({ snapshot, prompts, params, key: [seed, 2] }).result
    const all = dataOf(prompts, sequences, { temperature, shared })
    const chosen = [...new Set(picked.map((index) => index % all.length))]
    const request = { of: { snapshot }, data: chosen.map((index) => at(all, index)) }
    const others = engine.forward({ of: { snapshot: BASE_SNAPSHOT }, data: writtenData(strangers, 11, 7) })
    const [{ logprobs }] = await Promise.all([engine.forward(request).result, others.result])
    chosen.forEach((index, i) => {
      const { tokens } = at(prompts, index)
      expect(compare(at(logprobs, i).subarray(tokens.length), at(sequences, index).logprobs).differing).toBe(0)
    })
  })
  await fc.assert(property, { numRuns: 12 })
}, 60_000)

const weights = new Map([...tinyWeights(TINY)].map(([name, { values }]) => [name, values]))

/** Logits [T, V] of a sequence under the base. */
async function logitsOf(tokens: Uint32Array): Promise<Float32Array> {
  const sequence = { slot: 0, tokens, coefficients: new Float32Array(tokens.length) }
  return at((await runModel(kernels, { config: TINY, weights, sequences: [sequence], adapters: [] })).logits, 0)
}

const rowOf = (logits: Float32Array, row: number): number[] => [...logits.subarray(row * TINY.vocabulary, (row + 1) * TINY.vocabulary)]

describe('draws', () => {
  const sampleBase = async (prompts: Parameters<typeof tinyPrompts>[0], size: number, params: Partial<SamplingParams>) => {
    const given = tinyPrompts(prompts, size)
    const request = { snapshot: BASE_SNAPSHOT, prompts: given, params: { maxTokens: 1, temperature: 1, stopTokens: [], ...params }, key: [21, 22] as const }
    return { prompts: given, sequences: (await engine.sample(request).result).sequences }
  }

  test('at temperature 0 every token is the most probable one', async () => {
    const { prompts, sequences } = await sampleBase(3, 1, { maxTokens: 12, temperature: 0 })
    for (const [i, { tokens }] of sequences.entries()) {
      const { tokens: prompt } = at(prompts, i)
      const logits = await logitsOf(Uint32Array.from([...prompt, ...tokens]))
      tokens.forEach((token, step) => {
        const row = rowOf(logits, prompt.length - 1 + step)
        expect(row.indexOf(Math.max(...row))).toBe(token)
      })
    }
  })

  test.each([
    ['the whole distribution', {}],
    ['temperature 0.6', { temperature: 0.6 }],
    ['top-k 6', { topK: 6 }],
    ['top-p 0.7', { topP: 0.7 }],
  ] as const)('frequencies follow the softmax: %s', async (_, params: Partial<SamplingParams>) => {
    const draws = 3000
    const { prompts, sequences } = await sampleBase(1, draws, params)
    const { tokens: prompt } = at(prompts, 0)
    const odds = expectedOdds(rowOf(await logitsOf(prompt), prompt.length - 1), params)
    const counts = odds.map((_, column) => sequences.filter(({ tokens }) => tokens[0] === column).length)
    counts.forEach((count, column) => {
      if (odds[column] === 0) expect(count).toBe(0)
    })
    const { statistic, freedom } = chiSquare(counts, odds)
    expect(freedom).toBeGreaterThan(2)
    // Mean `freedom`, variance 2·freedom: four deviations. The key is fixed, so the answer is always the same.
    expect(statistic).toBeLessThan(freedom + 4 * Math.sqrt(2 * freedom))
  })

  test('another stream or another key draws anew, the same ones draw the same', async () => {
    const prompts = tinyPrompts(6, 1)
    const params = { maxTokens: 10, temperature: 1, stopTokens: [] }
    const sample = async (key: readonly [number, number], shift: number) => {
      const moved = prompts.map((prompt) => ({ ...prompt, stream: [at(prompt.stream, 0) + shift, 0] as const }))
      return (await engine.sample({ snapshot: BASE_SNAPSHOT, prompts: moved, params, key }).result).sequences
    }
    const first = await sample([1, 2], 0)
    expect(compareSequences(first, await sample([1, 2], 0)).differing).toBe(0)
    expect(compareSequences(first, await sample([1, 3], 0)).differing).toBeGreaterThan(30)
    expect(compareSequences(first, await sample([1, 2], 100)).differing).toBeGreaterThan(30)
  })
})

describe('adapters among many', () => {
  test('growing the arena and the slot table moves no adapter and no snapshot', async () => {
    const trainedStep = async (adapter: string): Promise<void> => {
      await engine.forwardBackward({ adapter, data: writtenData(3, 10, 8), loss: { name: 'cross_entropy' } }).result
      await engine.optimStep(adapter, ADAM).result
    }
    const first = await engine.createAdapter(tinySpec('first'))
    await trainedStep(first)
    const snapshot = await engine.saveWeightsForSampler(first)
    const saved = await engine.saveState(first)
    const look = async () => (await engine.forward({ of: { snapshot: snapshot.id }, data: writtenData(2, 12, 9) }).result).logprobs
    const before = await look()
    const others: string[] = []
    for (let i = 0; i < 9; i++) {
      const other = await engine.createAdapter(tinySpec(`other${i}`, { rank: 1 + i, seed: i }))
      others.push(other)
      await trainedStep(other)
      await engine.saveWeightsForSampler(other)
    }
    expect(compareStates(await engine.saveState(first), saved).differing).toBe(0)
    expect((await look()).map((row, i) => compare(row, at(before, i)).differing)).toEqual(before.map(() => 0))
    // What is given back is used again, and the neighbours do not notice.
    await Promise.all(others.slice(0, 5).map((other) => engine.freeAdapter(other)))
    const kept = await engine.saveState(at(others, 6))
    for (let i = 0; i < 4; i++) await engine.createAdapter(tinySpec(`again${i}`, { rank: 2, seed: 40 + i }))
    expect(compareStates(await engine.saveState(at(others, 6)), kept).differing).toBe(0)
    expect(compareStates(await engine.saveState(first), saved).differing).toBe(0)
  })

  test('an adapter of a freed place starts without its predecessor’s gradient and moments', async () => {
    const first = await engine.createAdapter(tinySpec('brief'))
    await engine.forwardBackward({ adapter: first, data: writtenData(3, 10, 3), loss: { name: 'cross_entropy' } }).result
    await engine.freeAdapter(first)
    const second = await engine.createAdapter(tinySpec('brief'))
    const fresh = await engine.saveState(second)
    expect((await engine.optimStep(second, { ...ADAM, weightDecay: 0 }).result).gradNorm).toBe(0)
    expect(compare((await engine.saveState(second)).weights, fresh.weights).differing).toBe(0)
  })

  test('a trained adapter that leaves as a PEFT folder comes back with the same bits', async () => {
    const spec = tinySpec('traveller', { targets: ['q_proj', 'o_proj', 'up_proj'] })
    const adapter = await engine.createAdapter(spec)
    await engine.forwardBackward({ adapter, data: writtenData(3, 10, 4), loss: { name: 'cross_entropy' } }).result
    await engine.optimStep(adapter, ADAM).result
    const saved = await engine.saveState(adapter)
    const { rank, scale, targets } = spec
    const files = writePeft({ spec: { rank, scale, targets }, weights: new Float32Array(saved.weights) }, TINY, { name: 'tiny', hash: saved.baseHash })
    const text = new TextDecoder().decode(files.get('adapter_config.json'))
    const back = unwrap(readPeft(text, files.get('adapter_model.safetensors') ?? new Uint8Array(), TINY))
    const loaded = await engine.loadState({ ...saved, spec: { ...spec, ...back.spec }, weights: back.weights })
    const data = writtenData(2, 12, 5)
    const [left, right] = await Promise.all([adapter, loaded].map((id) => engine.forward({ of: { adapter: id }, data }).result))
    for (let i = 0; i < data.length; i++) expect(compare(left?.logprobs[i] ?? [], right?.logprobs[i] ?? [1]).differing).toBe(0)
  })
})

test('a device holds what the kernels that only count hold, so that memory can be tested without one', async () => {
  const held = async (device: Kernels): Promise<number> => {
    const before = device.bytesHeld
    const measured = tinyEngine(device)
    const adapter = await measured.createAdapter(tinySpec('measured'))
    const { id } = await measured.saveWeightsForSampler(adapter)
    await measured.sample({ snapshot: id, prompts: tinyPrompts(4, 3), params: { maxTokens: 11, temperature: 1, stopTokens: [] }, key: [1, 2] }).result
    await measured.forwardBackward({ adapter, data: writtenData(9, 20, 4), loss: { name: 'cross_entropy' } }).result
    await measured.optimStep(adapter, ADAM).result
    const bytes = device.bytesHeld - before
    measured.dispose()
    return bytes
  }
  const [counted, real] = [await held(countingKernels()), await held(kernels)]
  // A buffer has 16 bytes at least.
  expect(real).toBeGreaterThanOrEqual(counted)
  expect(real).toBeLessThan(counted * 1.01)
})

test('an engine that closes gives back all that it took', async () => {
  const before = kernels.bytesHeld
  const brief = tinyEngine(kernels)
  const adapter = await brief.createAdapter(tinySpec('brief'))
  await brief.forwardBackward({ adapter, data: writtenData(3, 10, 4), loss: { name: 'cross_entropy' } }).result
  await brief.optimStep(adapter, ADAM).result
  brief.dispose()
  expect(kernels.bytesHeld).toBe(before)
})
