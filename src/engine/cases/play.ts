// An engine with a trained snapshot, ready to sample: what the cases of sampling begin with, and the comparison that they end
// with. Knows no case.

import { at } from '../../base/assert.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { ModelConfig } from '../../model/config.ts'
import type { Datum, SampledSequence, SamplePrompt, SamplingParams } from '../../service/index.ts'
import type { Engine } from '../engine.ts'
import { type Comparison, compare, together } from './engine-case.ts'
import { ADAM, tinyEngine, tinySpec, writtenData } from './tiny-model.ts'

/** An adapter after three optimizer steps; trained again, it is no longer the snapshot. */
async function trained(engine: Engine, config: ModelConfig): Promise<string> {
  const adapter = await engine.createAdapter(tinySpec('trained'))
  for (let step = 0; step < 3; step++) {
    await engine.forwardBackward({ adapter, data: writtenData(4, 12, step, config), loss: { name: 'cross_entropy' } }).result
    await engine.optimStep(adapter, ADAM).result
  }
  return (await engine.saveWeightsForSampler(adapter)).id
}

export interface Play {
  readonly engine: Engine
  readonly config: ModelConfig
  readonly snapshot: string
}

export const sample = async ({ engine, snapshot }: Play, prompts: readonly SamplePrompt[], params: SamplingParams): Promise<readonly SampledSequence[]> =>
  (await engine.sample({ snapshot, prompts, params, key: [11, 12] }).result).sequences

/** Recorded numbers and those of a forward pass over the same tokens. */
export async function recomputed({ engine, snapshot }: Play, data: readonly Datum[], sampled: readonly SampledSequence[]): Promise<Comparison> {
  const { logprobs, entropies } = await engine.forward({ of: { snapshot }, data }).result
  return together(
    sampled.flatMap((sequence, i) => {
      const start = at(data, i).tokens.length - sequence.tokens.length
      return [compare(sequence.logprobs, at(logprobs, i).subarray(start)), compare(sequence.entropies, at(entropies, i).subarray(start))]
    }),
  )
}

export async function withPlay(kernels: Kernels, config: ModelConfig, body: (play: Play) => Promise<Comparison>): Promise<Comparison> {
  const engine = tinyEngine(kernels, config)
  try {
    return await body({ engine, config, snapshot: await trained(engine, config) })
  } finally {
    engine.dispose()
  }
}
