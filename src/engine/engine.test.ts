// What the engine answers without looking at numbers: refusals by code, requests that fail alone, queues that end.

import { describe, expect, test } from 'vitest'
import { BASE_SNAPSHOT } from '../service/index.ts'
import { ADAM, TINY, tinyEngine, tinyPrompts, tinySpec, writtenData } from './cases/tiny-model.ts'
import { Engine } from './engine.ts'
import { countingKernels } from './testing/counting-kernels.ts'

const open = () => tinyEngine(countingKernels())
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'fine',
    (error: unknown) => (typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : error),
  )
const PARAMS = { maxTokens: 3, temperature: 1, stopTokens: [] }

describe('refusals', () => {
  test('an adapter or a snapshot that does not exist', async () => {
    const engine = open()
    const data = writtenData(1, 6, 1)
    expect(await codeOf(engine.forwardBackward({ adapter: 'x#1', data, loss: { name: 'cross_entropy' } }).result)).toBe('ADAPTER_UNKNOWN')
    expect(await codeOf(engine.optimStep('x#1', ADAM).result)).toBe('ADAPTER_UNKNOWN')
    expect(await codeOf(engine.forward({ of: { snapshot: 'x@0' }, data }).result)).toBe('ADAPTER_UNKNOWN')
    expect(await codeOf(engine.sample({ snapshot: 'x@0', prompts: tinyPrompts(1, 1), params: PARAMS, key: [1, 2] }).result)).toBe('ADAPTER_UNKNOWN')
    expect(await codeOf(engine.saveState('x#1'))).toBe('ADAPTER_UNKNOWN')
    expect(await codeOf(engine.freeAdapter('x#1'))).toBe('ADAPTER_UNKNOWN')
  })

  test.each([
    ['rank', { rank: 0 }],
    ['rank', { rank: 2.5 }],
    ['scale', { scale: 0 }],
    ['seed', { seed: -1 }],
    ['targets', { targets: [] }],
    ['targets', { targets: ['q_proj', 'q_proj'] as const }],
  ])('an adapter of a %s that makes no sense, naming it', async (field, change) => {
    await expect(open().createAdapter(tinySpec('odd', change))).rejects.toMatchObject({ code: 'ADAPTER_INVALID', at: `adapter.${field}` })
  })

  test('an option of an adapter that nobody knows', async () => {
    const spec = { ...tinySpec('odd'), dropout: 0.1 }
    await expect(open().createAdapter(spec)).rejects.toMatchObject({ code: 'ADAPTER_INVALID', at: 'adapter.dropout' })
  })

  test('a checkpoint of another base, or of other sizes, and nothing stays behind', async () => {
    const engine = open()
    const saved = await engine.saveState(await engine.createAdapter(tinySpec('kept')))
    expect(await codeOf(engine.loadState({ ...saved, baseHash: 'other' }))).toBe('ADAPTER_MISMATCH')
    expect(await codeOf(engine.loadState({ ...saved, moment2: saved.moment2.slice(1) }))).toBe('ADAPTER_MISMATCH')
    expect(await engine.loadState(saved)).toBe('kept#2')
  })

  test('an adapter on a base of the very same sizes that is another one, with what to do', async () => {
    const trainedOn = open()
    const other = tinyEngine(countingKernels(), TINY, ({ model, ...rest }) => new Engine({ ...rest, model: { ...model, hash: 'seeing' } }))
    const saved = await trainedOn.saveState(await trainedOn.createAdapter(tinySpec('elsewhere')))
    await expect(other.loadState(saved)).rejects.toMatchObject({
      code: 'ADAPTER_MISMATCH',
      message: 'The adapter elsewhere belongs to the base tiny, not to seeing.',
      nextStep: 'Load the base it was trained on, or choose another adapter.',
    })
    expect(other.residency).toMatchObject({ known: 0 })
  })

  test('one bad request fails alone: those who share its pass are answered', async () => {
    const engine = open()
    const [good, bad] = [await engine.createAdapter(tinySpec('good')), await engine.createAdapter(tinySpec('bad'))]
    const data = writtenData(2, 6, 1)
    const wrong = data.map((datum) => ({ ...datum, tokens: datum.tokens.map(() => 99) }))
    const both = [
      engine.forwardBackward({ adapter: bad, data: wrong, loss: { name: 'cross_entropy' } }).result,
      engine.forwardBackward({ adapter: good, data, loss: { name: 'cross_entropy' } }).result,
    ]
    expect(await Promise.all(both.map(codeOf))).toEqual(['DATUM_INVALID', 'fine'])
  })

  test('a loss that is no number fails its own request alone', async () => {
    const engine = open()
    const [good, bad] = [await engine.createAdapter(tinySpec('good')), await engine.createAdapter(tinySpec('bad'))]
    const data = writtenData(2, 6, 1).map((datum) => ({ ...datum, samplingLogprobs: new Float32Array(6) }))
    // The ratio to a logprob of −∞ is infinite.
    const strange = data.map((datum) => ({ ...datum, samplingLogprobs: new Float32Array(6).fill(Number.NEGATIVE_INFINITY) }))
    const both = [strange, data].map(
      (own, i) => engine.forwardBackward({ adapter: i === 0 ? bad : good, data: own, loss: { name: 'importance_sampling' } }).result,
    )
    expect(await Promise.all(both.map(codeOf))).toEqual(['NOT_FINITE', 'fine'])
  })
})

describe('sampling together', () => {
  const sampleOf = (snapshot: string, maxTokens: number) => ({ snapshot, prompts: tinyPrompts(2, 1), params: { ...PARAMS, maxTokens }, key: [1, 2] as const })

  test('snapshots and the base decode in one pass, and a short answer does not wait for a long one', async () => {
    const kernels = countingKernels()
    let passes = 0
    const embed = kernels.embed
    kernels.embed = (call) => {
      passes++
      embed(call)
    }
    const engine = tinyEngine(kernels)
    const ids = [await engine.createAdapter(tinySpec('a')), await engine.createAdapter(tinySpec('b', { rank: 8 }))]
    const snapshots = [...(await Promise.all(ids.map(async (id) => (await engine.saveWeightsForSampler(id)).id))), BASE_SNAPSHOT]
    const order: number[] = []
    await Promise.all(
      [20, 3, 11].map(async (maxTokens, i) => {
        const { sequences } = await engine.sample(sampleOf(snapshots[i] ?? '', maxTokens)).result
        expect(sequences.map(({ tokens }) => tokens.length)).toEqual([maxTokens, maxTokens])
        order.push(maxTokens)
      }),
    )
    // One prefill and one pass for every token after the first of the longest.
    expect(passes).toBe(20)
    expect(order).toEqual([3, 11, 20])
  })

  test('a request that is refused, and one that is cancelled, leave the others alone', async () => {
    const engine = open()
    const [good, bad, given] = [
      sampleOf(BASE_SNAPSHOT, 30),
      { ...sampleOf(BASE_SNAPSHOT, 3), prompts: [{ tokens: Uint32Array.of(99), stream: [0, 0] as const }] },
      sampleOf(BASE_SNAPSHOT, 30),
    ]
    const futures = [good, bad, given].map((request) => engine.sample(request))
    futures[2]?.cancel()
    expect(await Promise.all(futures.map(({ result }) => codeOf(result)))).toEqual(['fine', 'SAMPLE_INVALID', 'CANCELLED'])
  })
})

describe('snapshots', () => {
  test('one version is pinned once, and lives until everybody has let go of it', async () => {
    const engine = open()
    const adapter = await engine.createAdapter(tinySpec('kept'))
    const [first, second] = [await engine.saveWeightsForSampler(adapter), await engine.saveWeightsForSampler(adapter)]
    expect(second).toEqual(first)
    const look = () => codeOf(engine.forward({ of: { snapshot: first.id }, data: writtenData(1, 6, 1) }).result)
    await engine.releaseSnapshot(first.id)
    expect(await look()).toBe('fine')
    await engine.releaseSnapshot(first.id)
    expect(await look()).toBe('ADAPTER_UNKNOWN')
  })

  test('a snapshot outlives its adapter', async () => {
    const engine = open()
    const adapter = await engine.createAdapter(tinySpec('gone'))
    const { id } = await engine.saveWeightsForSampler(adapter)
    await engine.freeAdapter(adapter)
    expect(await codeOf(engine.sample({ snapshot: id, prompts: tinyPrompts(1, 1), params: PARAMS, key: [1, 2] }).result)).toBe('fine')
  })
})

describe('answers', () => {
  test('nothing asked, nothing answered: no prompts, no tokens to sample, no data', async () => {
    const engine = open()
    const sample = async (prompts: ReturnType<typeof tinyPrompts>, maxTokens: number) =>
      (await engine.sample({ snapshot: BASE_SNAPSHOT, prompts, params: { ...PARAMS, maxTokens }, key: [1, 2] }).result).sequences.map(
        ({ tokens }) => tokens.length,
      )
    expect(await sample([], 3)).toEqual([])
    expect(await sample(tinyPrompts(2, 1), 0)).toEqual([0, 0])
    expect((await engine.forward({ of: { snapshot: BASE_SNAPSHOT }, data: [] }).result).logprobs).toEqual([])
  })

  test('the rows of an answer do not depend on who shared the pass', async () => {
    const engine = open()
    const ids = [await engine.createAdapter(tinySpec('a')), await engine.createAdapter(tinySpec('b'))]
    const ask = (i: number) => engine.forwardBackward({ adapter: ids[i] ?? '', data: writtenData(3 + i, 6, i), loss: { name: 'cross_entropy' } }).result
    const shared = await Promise.all([ask(0), ask(1)])
    const alone = [await ask(0), await ask(1)]
    expect(shared.map(({ metrics }) => metrics.rows)).toEqual(alone.map(({ metrics }) => metrics.rows))
  })

  test('a closed engine answers nobody', async () => {
    const engine = open()
    const waiting = codeOf(engine.sample({ snapshot: BASE_SNAPSHOT, prompts: tinyPrompts(1, 1), params: PARAMS, key: [1, 2] }).result)
    engine.dispose()
    expect(await waiting).toBe('CANCELLED')
    expect(await codeOf(engine.createAdapter(tinySpec('late')))).toBe('CANCELLED')
  })
})
