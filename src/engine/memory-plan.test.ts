import { describe, expect, test } from 'vitest'
import type { ModelConfig } from '../model/config.ts'
import { type AdapterSpec, type Datum, type LossSpec, type MemoryDemand, PROJECTIONS } from '../service/index.ts'
import { ADAM, tinyEngine } from './cases/tiny-model.ts'
import { planMemory } from './memory-plan.ts'
import { countingKernels } from './testing/counting-kernels.ts'

/** The shipped base for arithmetic. */
const BASE: ModelConfig = {
  layers: 2,
  width: 48,
  heads: 3,
  kvHeads: 3,
  headWidth: 16,
  mlpWidth: 128,
  vocabulary: 112,
  contextTokens: 128,
  ropeTheta: 10000,
  normEpsilon: 1e-5,
  tiedHead: true,
}
const SPEC: AdapterSpec = { name: 'policy', rank: 8, scale: 2, targets: PROJECTIONS, seed: 1 }
const PPO: LossSpec = { name: 'ppo', clipLow: 0.8, clipHigh: 1.2 }
const ROOMY = { totalBytes: 2 ** 31, bindingBytes: 2 ** 27 }

const demandOf = (sequences: number, sequenceTokens: number, adapters = 1): MemoryDemand => ({
  adapters,
  rank: SPEC.rank,
  targets: SPEC.targets,
  sequences,
  sequenceTokens,
})

/** Sequences of `tokens` tokens of which `own` are sampled and trained on. */
function data(sequences: number, tokens: number, own: number): readonly Datum[] {
  const row = { tokens: new Uint32Array(tokens), coefficients: new Float32Array(tokens).fill(1), samplingLogprobs: new Float32Array(tokens) }
  const lossMask = Uint8Array.from({ length: tokens }, (_, i) => (i < tokens - own ? 0 : 1))
  return Array.from({ length: sequences }, (_, i) => ({ ...row, id: `${i}`, lossMask }))
}

/** The greatest memory of one step as a run takes it: roll out, check, update, pin. */
async function measure({ sequences, sequenceTokens, adapters }: MemoryDemand, own: number, loss: LossSpec): Promise<number> {
  const kernels = countingKernels()
  const engine = tinyEngine(kernels, BASE)
  const prompt = new Uint32Array(sequenceTokens - own)
  const batch = data(sequences, sequenceTokens, own)
  const ids = await Promise.all(Array.from({ length: adapters }, (_, i) => engine.createAdapter({ ...SPEC, name: `${i}` })))
  for (let step = 0; step < 2; step++) {
    const snapshots = await Promise.all(ids.map((id) => engine.saveWeightsForSampler(id)))
    for (const { id } of snapshots) {
      const prompts = batch.map((_, i) => ({ tokens: prompt, stream: [i, 0] as const }))
      await engine.sample({ snapshot: id, prompts, params: { maxTokens: own, temperature: 1, stopTokens: [] }, key: [1, 2] }).result
    }
    await Promise.all(['base', ...snapshots.map(({ id }) => id)].map((snapshot) => engine.forward({ of: { snapshot }, data: batch }).result))
    await Promise.all(ids.map((adapter) => engine.forwardBackward({ adapter, data: batch, loss }).result))
    await Promise.all(ids.map((adapter) => engine.optimStep(adapter, ADAM).result))
    for (const { id } of snapshots) await engine.releaseSnapshot(id)
  }
  return kernels.bytesPeak
}

describe('the memory plan', () => {
  // 32 problems by 8 answers; and episodes that fill their budget, where passes are cut.
  test.each([
    ['arithmetic: 7 tokens read, 4 written', demandOf(256, 11), 4],
    ['episodes of 64 tokens', demandOf(256, 64), 32],
  ] as const)('covers what a step takes, and is at most twice that: %s', async (_, demand, own) => {
    const measured = await measure(demand, own, PPO)
    const { totalBytes } = planMemory(BASE, demand, ROOMY)
    expect(totalBytes).toBeGreaterThanOrEqual(measured)
    expect(totalBytes).toBeLessThanOrEqual(2 * measured)
  })

  test.each([
    ['three adapters that share passes', demandOf(128, 64, 3), PPO],
    ['a loss that compares with the base', { ...demandOf(128, 20), comparesWithBase: true }, { ...PPO, klCoefficient: 0.1 }],
  ] as const)('covers %s', async (_, demand, loss) => {
    expect(planMemory(BASE, demand, ROOMY).totalBytes).toBeGreaterThanOrEqual(await measure(demand, 10, loss))
  })

  test('a plan beyond the device does not fit, whether all is too much or one tensor is', () => {
    const demand = demandOf(256, 64)
    const { totalBytes, fits } = planMemory(BASE, demand, ROOMY)
    expect(fits).toBe(true)
    expect(planMemory(BASE, demand, { ...ROOMY, totalBytes: totalBytes - 1 }).fits).toBe(false)
    expect(planMemory(BASE, demand, { ...ROOMY, bindingBytes: 2 ** 20 }).fits).toBe(false)
  })

  test('every item that a setting changes names it', () => {
    expect(planMemory(BASE, demandOf(1, 8), ROOMY).items.map(({ name, setting }) => [name, typeof setting])).toEqual(
      ['base', 'adapters', 'optimizer', 'activations', 'kvCache', 'workspace'].map((name) => [name, 'string']),
    )
  })
})
