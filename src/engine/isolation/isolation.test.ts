// The isolation experiment itself: it holds on the CPU engine, and says so when something leaks.

import { beforeAll, describe, expect, test, vi } from 'vitest'
import { WasmKernels } from '../../kernels/wasm/wasm-kernels.ts'
import { hashOfTensors } from '../../model/weight-hash.ts'
import type { AdapterSpec, Datum, ForwardBackwardRequest, LossSpec } from '../../service/index.ts'
import { ADAM, dataOf, TINY, tinyEngine, tinyPrompts, tinySpec, tinyWeights, writtenData } from '../cases/tiny-model.ts'
import { Engine, type EngineOptions } from '../engine.ts'
import { ShardedService } from '../sharded-service.ts'
import { runIsolation } from './isolation.ts'
import type { IsolationBench, IsolationPolicy } from './policy.ts'

vi.setConfig({ testTimeout: 120_000 })

let kernels: WasmKernels
let baseHash: string

beforeAll(async () => {
  kernels = await WasmKernels.create()
  baseHash = await hashOfTensors(TINY, tinyWeights(TINY))
})

const bench = (make: (options: EngineOptions) => Engine = (options) => new Engine(options)): IsolationBench => ({
  baseHash,
  open(onBatch) {
    const engine = tinyEngine(kernels, TINY, (options) => make({ ...options, onBatch }))
    return { engine, service: new ShardedService([engine], () => 0) }
  },
})

const written = (name: string, change: Partial<AdapterSpec>, loss: LossSpec = { name: 'cross_entropy', scale: 0.02 }): IsolationPolicy => ({
  adapter: tinySpec(name, change),
  adam: ADAM,
  learn: async (step) => ({ data: writtenData(4, 10, step), loss }),
})

const sampled: IsolationPolicy = {
  adapter: tinySpec('sampled', { rank: 3 }),
  adam: { ...ADAM, gradClipNorm: 0 },
  async learn(step, sample) {
    const prompts = tinyPrompts(3, 2)
    const sequences = await sample({ prompts, params: { maxTokens: 6, temperature: 1, stopTokens: [] }, key: [step, 7] })
    const data: readonly Datum[] = dataOf(prompts, sequences, { shared: true })
    return { data, loss: { name: 'ppo', clipLow: 0.8, clipHigh: 1.2, klCoefficient: 0.05, scale: 0.05 } }
  },
}

const policies: readonly IsolationPolicy[] = [
  sampled,
  written('wide', { rank: 8, targets: ['q_proj', 'down_proj'], seed: 7 }),
  written('one', { rank: 1, seed: 9 }),
]

describe('the isolation experiment', () => {
  test('holds: mixed equals alone, foreign data move nothing, the base stays', async () => {
    const report = await runIsolation(bench(), policies, 4)
    expect(report).toMatchObject({ engine: 'cpu', steps: 4, bitEqual: true, baseHash, baseHashUnchanged: true, held: true })
    expect(
      report.policies.map(({ name, state, sampled: own, trained, equalHashes }) => [name, state.differing, own.differing, trained.differing, equalHashes]),
    ).toEqual([
      ['sampled', 0, 0, 0, 4],
      ['wide', 0, 0, 0, 4],
      ['one', 0, 0, 0, 4],
    ])
    expect(report.sharedBatches.forwardBackward).toBeGreaterThan(0)
    expect(report.gradient.looked).toBeGreaterThan(1000)
    expect(report.gradient.ownNonZero).toBeGreaterThan(1000)
    expect(report.gradient.nonZero).toBe(0)
  })

  test('names the leak when one adapter gets a share of what another one learns', async () => {
    const leaking = (options: EngineOptions): Engine => {
      const engine = new Engine(options)
      const before = new Map<string, ForwardBackwardRequest>()
      const forwardBackward = engine.forwardBackward.bind(engine)
      engine.forwardBackward = (request) => {
        // Whoever asks while others are known trains on the first one's data too.
        const [first] = before.values()
        before.set(request.adapter, request)
        return forwardBackward(
          first === undefined || first.adapter === request.adapter ? request : { ...request, data: [...request.data, ...first.data.slice(0, 1)] },
        )
      }
      return engine
    }
    const report = await runIsolation(bench(leaking), policies.slice(1), 2)
    expect(report.held).toBe(false)
    expect(report.bitEqual).toBe(false)
  })

  test('names a base that is not the one of the file', async () => {
    const report = await runIsolation({ ...bench(), baseHash: 'another' }, policies.slice(2), 1)
    expect(report.baseHashUnchanged).toBe(false)
    expect(report.held).toBe(false)
  })
})
