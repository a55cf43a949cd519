// E2: an adapter trained in mixed passes is the adapter trained alone, moments included. E3: a run that was saved and
// loaded is the run that was never interrupted. Isolation: neither the base nor a snapshot moves while adapters train.

import type { Kernels } from '../../kernels/kernels.ts'
import { type AdapterId, BASE_SNAPSHOT, type CheckpointData, type Datum, type LossSpec } from '../../service/index.ts'
import type { Engine } from '../engine.ts'
import { type Comparison, compare, compareStates, type EngineCase, together } from './engine-case.ts'
import { ADAM, dataOf, TINY, tinyEngine, tinyPrompts, tinySpec, writtenData } from './tiny-model.ts'

const STEPS = 3
const PPO: LossSpec = { name: 'ppo', clipLow: 0.8, clipHigh: 1.2, klCoefficient: 0.05, scale: 0.02 }
const SFT: LossSpec = { name: 'cross_entropy', scale: 0.01 }

async function withEngine<T>(kernels: Kernels, body: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = tinyEngine(kernels)
  try {
    return await body(engine)
  } finally {
    engine.dispose()
  }
}

/** Sampled once, trained on by all: groups that share prompts, more rows than one gradient chunk. */
async function sampledData(engine: Engine): Promise<readonly Datum[]> {
  const prompts = tinyPrompts(7, 4)
  const { sequences } = await engine.sample({ snapshot: BASE_SNAPSHOT, prompts, params: { maxTokens: 15, temperature: 1, stopTokens: [] }, key: [3, 4] }).result
  return dataOf(prompts, sequences, { shared: true })
}

/** One step of one adapter. */
async function stepAlone(engine: Engine, adapter: AdapterId, data: readonly Datum[], loss: LossSpec): Promise<void> {
  await engine.forwardBackward({ adapter, data, loss }).result
  await engine.optimStep(adapter, ADAM).result
}

/** Two adapters of unlike ranks, targets, data, losses and step sizes, asked for at once. */
async function mixed(engine: Engine, ours: readonly Datum[], ourLoss: LossSpec, first: 'ours' | 'theirs'): Promise<CheckpointData> {
  const their = () => engine.createAdapter(tinySpec('theirs', { rank: 5, seed: 9, targets: ['q_proj', 'v_proj', 'down_proj'] }))
  const early = first === 'theirs' ? await their() : undefined
  const adapter = await engine.createAdapter(tinySpec('ours'))
  const other = early ?? (await their())
  for (let step = 0; step < STEPS; step++) {
    const requests = [
      () => engine.forwardBackward({ adapter, data: ours, loss: ourLoss }).result,
      () => engine.forwardBackward({ adapter: other, data: writtenData(9, 21, step), loss: SFT }).result,
    ]
    await Promise.all((first === 'ours' ? requests : requests.reverse()).map((ask) => ask()))
    const faster = { ...ADAM, learningRate: 5e-2, gradClipNorm: 0 }
    await Promise.all([engine.optimStep(other, faster).result, engine.optimStep(adapter, ADAM).result])
  }
  return engine.saveState(adapter)
}

async function alone(engine: Engine, data: readonly Datum[], loss: LossSpec): Promise<CheckpointData> {
  const adapter = await engine.createAdapter(tinySpec('ours'))
  for (let step = 0; step < STEPS; step++) await stepAlone(engine, adapter, data, loss)
  return engine.saveState(adapter)
}

const mixedCase = (name: string, loss: LossSpec, first: 'ours' | 'theirs'): EngineCase => ({
  promise: 'E2',
  name: `trained in mixed passes as alone: ${name}`,
  run: (kernels) =>
    withEngine(kernels, async (engine) => {
      const data = await sampledData(engine)
      const want = await alone(engine, data, loss)
      return compareStates(await withEngine(kernels, (fresh) => mixed(fresh, data, loss, first)), want)
    }),
})

const resumed: EngineCase = {
  promise: 'E3',
  name: 'saved, loaded elsewhere and trained on as never interrupted',
  run: (kernels) =>
    withEngine(kernels, async (engine) => {
      const data = await sampledData(engine)
      const adapter = await engine.createAdapter(tinySpec('kept'))
      for (let step = 0; step < 2; step++) await stepAlone(engine, adapter, data, PPO)
      const saved = await engine.saveState(adapter)
      const onward = async (where: Engine, id: AdapterId): Promise<CheckpointData> => {
        for (let step = 0; step < 2; step++) await stepAlone(where, id, data, PPO)
        return where.saveState(id)
      }
      const uninterrupted = await onward(engine, adapter)
      const again = await withEngine(kernels, async (fresh) => {
        await fresh.createAdapter(tinySpec('neighbour', { rank: 8 })) // another slot, another offset
        return onward(fresh, await fresh.loadState(saved))
      })
      return together([compareStates(again, uninterrupted), compare([again.hash === uninterrupted.hash ? 0 : 1], [0])])
    }),
}

const isolated: EngineCase = {
  promise: 'isolation',
  name: 'the base and a snapshot stay as they are while adapters train',
  run: (kernels) =>
    withEngine(kernels, async (engine) => {
      const data = writtenData(5, 14, 1)
      const [adapter, bystander] = [await engine.createAdapter(tinySpec('busy')), await engine.createAdapter(tinySpec('idle', { seed: 6 }))]
      await stepAlone(engine, adapter, data, SFT)
      const snapshot = (await engine.saveWeightsForSampler(adapter)).id
      const look = async (): Promise<readonly Float32Array[]> => {
        const of = [{ snapshot: BASE_SNAPSHOT }, { snapshot }, { adapter: bystander }]
        return (await Promise.all(of.map((one) => engine.forward({ of: one, data }).result))).flatMap(({ logprobs }) => [...logprobs])
      }
      const before = await look()
      const idle = await engine.saveState(bystander)
      for (let step = 0; step < 3; step++) await stepAlone(engine, adapter, data, SFT)
      const after = await look()
      const parts: Comparison[] = before.map((row, i) => compare(row, after[i] ?? []))
      return together([...parts, compareStates(await engine.saveState(bystander), idle)])
    }),
}

const unmasked: EngineCase = {
  promise: 'isolation',
  name: 'what stands outside the loss mask moves nothing',
  run: (kernels) =>
    withEngine(kernels, async (engine) => {
      const data = writtenData(5, 14, 2)
      const noisy = data.map((datum) => ({ ...datum, coefficients: datum.coefficients.map((value, i) => (datum.lossMask[i] === 1 ? value : 1e9)) }))
      const want = await alone(engine, data, SFT)
      return compareStates(await withEngine(kernels, (fresh) => alone(fresh, noisy, SFT)), want)
    }),
}

/** The sizes that the cases are written for. */
export const CASE_CONFIG = TINY

export const trainingExactness: readonly EngineCase[] = [
  mixedCase('in front of the other', PPO, 'ours'),
  mixedCase('behind the other', PPO, 'theirs'),
  mixedCase('by cross-entropy', SFT, 'theirs'),
  resumed,
  isolated,
  unmasked,
]
