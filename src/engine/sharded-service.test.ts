// The same bits from one engine and from several: samples, logprobs, gradients, adapters. And a request that fails or is
// cancelled leaves nothing behind.

import { beforeAll, describe, expect, test, vi } from 'vitest'
import { at } from '../base/assert.ts'
import { WasmKernels } from '../kernels/wasm/wasm-kernels.ts'
import type { AdapterId, Datum, LossSpec, TrainingService } from '../service/index.ts'
import { BASE_SNAPSHOT } from '../service/index.ts'
import { compareSequences, compareStates } from './cases/engine-case.ts'
import { ADAM, dataOf, tinyEngine, tinyPrompts, tinySpec, writtenData } from './cases/tiny-model.ts'
import { rowsOf } from './microbatches.ts'
import { ShardedService } from './sharded-service.ts'
import { cutPrompts, cutShards, SHARD_ROWS } from './shards.ts'

// The cases walk float64 references; a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

const PPO: LossSpec = { name: 'ppo', clipLow: 0.8, clipHigh: 1.2, klCoefficient: 0.05, scale: 0.02 }
const SFT: LossSpec = { name: 'cross_entropy', scale: 0.01 }
const SAMPLING = { maxTokens: 15, temperature: 1, stopTokens: [] }

async function serviceOf(engines: number): Promise<ShardedService> {
  const kernels = await Promise.all(Array.from({ length: engines }, () => WasmKernels.create()))
  return new ShardedService(
    kernels.map((one) => tinyEngine(one)),
    () => 0,
  )
}

/** Groups that share prompts: several shards. */
async function sampledData(service: TrainingService): Promise<readonly Datum[]> {
  const prompts = tinyPrompts(17, 4)
  const { sequences } = await service.sample({ snapshot: BASE_SNAPSHOT, prompts, params: SAMPLING, key: [3, 4] }).result
  return dataOf(prompts, sequences, { shared: true })
}

async function train(service: TrainingService, adapter: AdapterId, data: readonly Datum[]): Promise<void> {
  for (let step = 0; step < 3; step++) {
    // Not awaited one by one: order is the service's to keep.
    const asked = [service.forwardBackward({ adapter, data, loss: PPO }), service.forwardBackward({ adapter, data: writtenData(5, 20, step), loss: SFT })]
    const stepped = service.optimStep(adapter, ADAM)
    await Promise.all([...asked, stepped].map(({ result }) => result))
  }
}

let one: ShardedService
let data: readonly Datum[]

beforeAll(async () => {
  one = await serviceOf(1)
  data = await sampledData(one)
})

test('shards are whole groups of about equal rows, and there are several here', () => {
  const shards = cutShards(data)
  expect(shards.flat()).toEqual(data)
  expect(shards.length).toBeGreaterThan(3)
  for (const shard of shards) expect(rowsOf(shard)).toBeLessThanOrEqual(SHARD_ROWS)
  const groups = shards.map((shard) => new Set(shard.map(({ group }) => group)))
  expect(groups.reduce((sum, set) => sum + set.size, 0)).toBe(new Set(data.map(({ group }) => group)).size)
})

test('prompts are cut between groups, and none is lost', () => {
  const prompts = tinyPrompts(7, 4)
  for (const parts of [1, 2, 3, 9]) {
    const cuts = cutPrompts(prompts, parts)
    expect(cuts.flat()).toEqual(prompts)
    expect(cuts.length).toBeLessThanOrEqual(parts)
    for (const cut of cuts) expect(cut.length % 4).toBe(0)
  }
})

describe.each([2, 3])('%i engines give the bits of one', (count) => {
  test('samples', async () => {
    const several = await serviceOf(count)
    const request = { snapshot: BASE_SNAPSHOT, prompts: tinyPrompts(9, 3), params: SAMPLING, key: [5, 6] as const }
    const [a, b] = await Promise.all([one, several].map((service) => service.sample(request).result))
    expect(compareSequences(a?.sequences ?? [], b?.sequences ?? []).differing).toBe(0)
    expect(b?.stamp).toEqual(a?.stamp)
  })

  test('training, and what is sampled and evaluated afterwards', async () => {
    const results = await Promise.all(
      [await serviceOf(1), await serviceOf(count)].map(async (service) => {
        const adapter = await service.createAdapter(tinySpec('ours'))
        await train(service, adapter, data)
        const snapshot = await service.saveWeightsForSampler(adapter)
        const { sequences } = await service.sample({ snapshot: snapshot.id, prompts: tinyPrompts(5, 2), params: SAMPLING, key: [7, 8] }).result
        const { logprobs, stamp } = await service.forward({ of: { snapshot: snapshot.id }, data }).result
        return { state: await service.saveState(adapter), snapshot, sequences, logprobs, stamp }
      }),
    )
    const [a, b] = [at(results, 0), at(results, 1)]
    expect(compareStates(a.state, b.state).differing).toBe(0)
    expect(b.snapshot).toEqual(a.snapshot)
    expect(compareSequences(a.sequences, b.sequences).differing).toBe(0)
    expect(b.logprobs).toEqual(a.logprobs)
    expect(b.stamp).toEqual(a.stamp)
  })
})

test('a request whose data are wrong fails and leaves no gradient', async () => {
  const service = await serviceOf(2)
  const adapter = await service.createAdapter(tinySpec('ours'))
  const before = await service.saveState(adapter)
  const last = at(data, data.length - 1)
  const broken = [...data.slice(0, -1), { ...last, tokens: last.tokens.map(() => 1_000_000) }]
  await expect(service.forwardBackward({ adapter, data: broken, loss: PPO }).result).rejects.toMatchObject({ code: 'DATUM_INVALID' })
  expect((await service.optimStep(adapter, { ...ADAM, weightDecay: 0 }).result).gradNorm).toBe(0)
  expect(compareStates({ ...(await service.saveState(adapter)), version: 0 }, before).differing).toBe(0)
})

test('a cancelled request is rejected and adds nothing', async () => {
  const service = await serviceOf(2)
  const adapter = await service.createAdapter(tinySpec('ours'))
  const future = service.forwardBackward({ adapter, data, loss: PPO })
  future.cancel()
  await expect(future.result).rejects.toMatchObject({ code: 'CANCELLED' })
  expect((await service.optimStep(adapter, ADAM).result).gradNorm).toBe(0)
})

test('an adapter that nobody knows is refused', async () => {
  await expect(one.saveState('nobody#1')).rejects.toMatchObject({ code: 'ADAPTER_UNKNOWN' })
})
