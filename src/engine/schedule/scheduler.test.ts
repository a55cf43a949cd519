// The scheduler over the real engine on the processor: bits do not depend on who shares, shares follow priorities, and
// whoever goes leaves nothing behind.

import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WasmKernels } from '../../kernels/wasm/wasm-kernels.ts'
import type { CheckpointData, Future, TrainingService } from '../../service/index.ts'
import type { BatchReport } from '../batch-report.ts'
import { ADAM, TINY, tinyEngine, tinyPrompts, tinySpec, writtenData } from '../cases/tiny-model.ts'
import { Engine } from '../engine.ts'
import { ShardedService } from '../sharded-service.ts'
import { Scheduler } from './scheduler.ts'

vi.setConfig({ testTimeout: 120_000 })

let kernels: WasmKernels
let engine: Engine
let scheduler: Scheduler
let batches: BatchReport[]

beforeAll(async () => {
  kernels = await WasmKernels.create()
})
beforeEach(() => {
  batches = []
  engine = tinyEngine(kernels, TINY, (options) => {
    const note = (report: BatchReport): void => {
      batches.push(report)
      scheduler.noteBatch(report)
    }
    return new Engine({ ...options, onBatch: note })
  })
  scheduler = new Scheduler(new ShardedService([engine], () => 0), () => 0)
})

/** Some steps of one client, each on data of its own; rejects where the client's service does. */
async function train(service: TrainingService, name: string, steps: number, seed: number): Promise<CheckpointData> {
  const adapter = await service.createAdapter(tinySpec(name, { seed }))
  for (let step = 0; step < steps; step++) {
    const snapshot = await service.saveWeightsForSampler(adapter)
    await service.sample({ snapshot: snapshot.id, prompts: tinyPrompts(2, 2), params: { maxTokens: 4, temperature: 1, stopTokens: [] }, key: [seed, step] })
      .result
    await service.releaseSnapshot(snapshot.id)
    await service.forwardBackward({ adapter, data: writtenData(3, 12, seed * 100 + step), loss: { name: 'cross_entropy', scale: 0.02 } }).result
    await service.optimStep(adapter, ADAM).result
  }
  return service.saveState(adapter)
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'answered',
    (error: { code: string }) => error.code,
  )
const sampleWith = (service: TrainingService, groups = 1): Future<unknown> =>
  service.sample({ snapshot: 'base', prompts: tinyPrompts(groups, 1), params: { maxTokens: 2, temperature: 1, stopTokens: [] }, key: [1, 1] })

describe('the scheduler', () => {
  test('four clients at once share batches, and each has the bits it has alone', async () => {
    const names = ['a', 'b', 'c', 'd']
    const mixed = await Promise.all(names.map((name, seed) => train(scheduler.open(name), name, 3, seed)))
    expect(Math.max(...batches.map(({ members }) => members.length))).toBe(4)
    for (const [seed, name] of names.entries()) {
      const alone = await train(scheduler.open(`${name} alone`), name, 3, seed)
      expect(alone.hash).toBe(mixed[seed]?.hash)
      expect(alone.moment1).toEqual(mixed[seed]?.moment1)
    }
  })

  test('batches name the clients that shared them, and the version that was read', async () => {
    await Promise.all(['a', 'b'].map((name, seed) => train(scheduler.open(name), name, 2, seed)))
    const sampled = scheduler.report().batches.filter(({ kind }) => kind === 'sample')
    expect(sampled.length).toBeGreaterThan(0)
    expect(new Set(sampled.flatMap(({ members }) => members.map(({ client }) => client)))).toEqual(new Set(['a', 'b']))
    expect(sampled.at(-1)?.members[0]?.version).toBe(1)
    const last = scheduler.report().batches.at(-1)?.number ?? 0
    expect(scheduler.report(last).batches).toEqual([])
  })

  test('while both have work, tokens are served by priority', async () => {
    const small = new Scheduler(engine, () => 0, { tokens: 20, ahead: 0 })
    const [high, normal] = [small.open('high', { priority: 'high' }), small.open('normal')]
    const asked = Array.from({ length: 40 }, () => [sampleWith(high, 2), sampleWith(normal, 2)]).flat()
    await Promise.all(asked.filter((_, index) => index % 2 === 0).map(({ result }) => result))
    const [first, second] = small.report().clients
    // The last of forty requests is answered; the other one had a quarter of the tokens meanwhile.
    expect(first?.answered).toBe(40)
    expect(second?.answered).toBeGreaterThanOrEqual(9)
    expect(second?.answered).toBeLessThanOrEqual(11)
    await Promise.all(asked.map(({ result }) => result))
  })

  test('a held client waits and says why, the others go on, and it is served when it is let go', async () => {
    const [a, b] = [scheduler.open('a', { held: true }), scheduler.open('b')]
    const waiting = sampleWith(a).result
    await sampleWith(b).result
    const [held] = scheduler.report().clients
    expect(held?.waiting).toMatchObject([{ kind: 'sample', reason: { why: 'held' } }])
    scheduler.change('a', { held: false })
    await waiting
    expect(scheduler.report().clients[0]).toMatchObject({ answered: 1, waiting: [] })
  })

  test('a client that goes is told so in everything it waits for, and leaves no adapter behind; its neighbour keeps its bits', async () => {
    const killed = scheduler.open('killed')
    const neighbour = train(scheduler.open('neighbour'), 'n', 4, 7)
    const adapter = await killed.createAdapter(tinySpec('k'))
    await killed.saveWeightsForSampler(adapter)
    const asked = [
      killed.forwardBackward({ adapter, data: writtenData(3, 12, 1), loss: { name: 'cross_entropy' } }).result,
      killed.optimStep(adapter, ADAM).result,
    ]
    const told = Promise.all(asked.map(codeOf))
    await scheduler.close('killed')
    expect((await told)[1]).toBe('CANCELLED')
    expect(await codeOf(killed.createAdapter(tinySpec('k')))).toBe('CANCELLED')
    const mixed = await neighbour
    await scheduler.close('neighbour')
    expect(engine.residency).toMatchObject({ resident: 0, known: 0 })
    expect(scheduler.report().clients).toEqual([])
    expect((await train(scheduler.open('alone'), 'n', 4, 7)).hash).toBe(mixed.hash)
  })

  test('a client may not ask for more than its limit, nor hold more adapters', async () => {
    const service = scheduler.open('greedy', { mostRequests: 2, mostAdapters: 1 })
    const asked = [1, 2, 3].map(() => codeOf(sampleWith(service).result))
    expect(await Promise.all(asked)).toEqual(['answered', 'answered', 'CLIENT_LIMIT'])
    await service.createAdapter(tinySpec('one'))
    expect(await codeOf(service.createAdapter(tinySpec('two')))).toBe('CLIENT_LIMIT')
  })

  test('a cancelled request leaves the queue, and what is behind it is served', async () => {
    const service = scheduler.open('a')
    const adapter = await service.createAdapter(tinySpec('a'))
    const first = service.forwardBackward({ adapter, data: writtenData(3, 12, 1), loss: { name: 'cross_entropy' } })
    const second = service.optimStep(adapter, ADAM)
    const told = codeOf(first.result)
    first.cancel()
    expect(await told).toBe('CANCELLED')
    expect((await second.result).version).toBe(1)
  })
})
