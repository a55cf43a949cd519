// Handing a new version to the sampler, in two ways: a snapshot of the adapter's factors, as this engine does it, and the whole base
// with the factors merged into it, as a sampler without adapters needs it. Both on one device, both until a sampler can read
// them; the merged arm is checked by sampling with it.

import { entriesOf } from '../../src/adapters/layout.ts'
import { factorElements, factorShapes } from '../../src/adapters/peft.ts'
import { at } from '../../src/base/assert.ts'
import type { EngineChoice } from '../../src/engine/choose-kernels.ts'
import type { Kernels } from '../../src/kernels/kernels.ts'
import type { ModelConfig } from '../../src/model/config.ts'
import { Decoder } from '../../src/model/decoder.ts'
import { allocateWeights, type DeviceWeights, uploadWeights, weightPlaces } from '../../src/model/device-weights.ts'
import { Sampler } from '../../src/model/sampler.ts'
import { projectionPath, projectionShape } from '../../src/model/weights.ts'
import type { CheckpointData } from '../../src/service/index.ts'
import { type BaseFiles, openGround } from './ground.ts'
import { ADAM, dataOf, policySpec, promptsOf, SAMPLING } from './mixed-policies.ts'

export interface HandoverInput {
  readonly engine: EngineChoice
  readonly base: BaseFiles
  readonly rounds: number
}

interface Arm {
  /** What is written for the sampler. */
  readonly bytes: number
  readonly milliseconds: number
}

export interface HandoverReport {
  readonly engine: string
  readonly device: string
  readonly adapter: Arm
  readonly merged: Arm
  /** Greatest difference between the logprobs that both samplers record for the same tokens. */
  readonly logprobDifference: number
  readonly sameTokens: boolean
}

const FLOAT = 4
const middle = (values: readonly number[]): number =>
  at(
    [...values].sort((a, b) => a - b),
    Math.floor(values.length / 2),
  )

/** merged = base + scale · B A, projection by projection, on the device. */
function merge(kernels: Kernels, config: ModelConfig, base: DeviceWeights, merged: DeviceWeights, { spec, weights }: CheckpointData): void {
  const places = new Map(weightPlaces(config, merged).map((place) => [place.name, place]))
  for (const from of weightPlaces(config, base)) {
    const to = places.get(from.name)
    if (to !== undefined) kernels.copy(from.tensor, from.offset, to.tensor, to.offset, from.length)
  }
  let position = 0
  for (let layer = 0; layer < config.layers; layer++) {
    for (const projection of spec.targets) {
      const [out, input] = projectionShape(config, projection)
      const a = weights.slice(position, position + spec.rank * input)
      position += a.length
      const b = weights.slice(position, position + out * spec.rank).map((value) => value * spec.scale)
      position += b.length
      const place = places.get(`${projectionPath(layer, projection)}.weight`)
      if (place === undefined) continue
      const tensors = [
        kernels.tensor('merge.a', 'f32', a.length),
        kernels.tensor('merge.b', 'f32', b.length),
        kernels.tensor('merge.out', 'f32', out * input),
      ] as const
      kernels.upload(tensors[0], a)
      kernels.upload(tensors[1], b)
      kernels.copy(place.tensor, place.offset, tensors[2], 0, out * input)
      kernels.matmul({ layout: 'nn', a: tensors[1], b: tensors[0], out: tensors[2], m: out, n: input, k: spec.rank, accumulate: true })
      kernels.copy(tensors[2], 0, place.tensor, place.offset, out * input)
      for (const tensor of tensors) kernels.free(tensor)
    }
  }
}

export async function handover(
  { engine: choice, base, rounds }: HandoverInput,
  tell: (told: string) => void,
  clock: () => number = () => performance.now(),
): Promise<HandoverReport> {
  const ground = await openGround(choice, base)
  const { kernels, model } = ground
  const { config, tensors } = model
  try {
    const { engine } = ground.open()
    const values = new Map([...tensors].map(([name, tensor]) => [name, tensor.values]))
    const [own, merged] = [allocateWeights(kernels, config, 'own'), allocateWeights(kernels, config, 'merged')]
    uploadWeights(kernels, config, own, values)
    const sampler = new Sampler(new Decoder(kernels, config, merged, config.contextTokens))
    const adapter = await engine.createAdapter(policySpec(0))
    const step = async (round: number): Promise<void> => {
      await engine.forwardBackward({ adapter, data: dataOf(round, 64, config.vocabulary), loss: { name: 'cross_entropy', scale: 1 / 32 } }).result
      await engine.optimStep(adapter, { ...ADAM, learningRate: 1e-2 }).result
      await kernels.idle()
    }
    const times = { adapter: [] as number[], merged: [] as number[] }
    let [logprobDifference, sameTokens] = [0, true]
    for (let round = 0; round < rounds; round++) {
      await step(round)
      const first = clock()
      const snapshot = await engine.saveWeightsForSampler(adapter)
      await kernels.idle()
      times.adapter.push(clock() - first)

      const second = clock()
      merge(kernels, config, own, merged, await engine.saveState(adapter))
      // The sampler's copy is whole when its last number can be read.
      await kernels.downloadF32(merged.finalNorm, 0, 1)
      times.merged.push(clock() - second)

      const prompts = promptsOf(round, 4, config.vocabulary)
      const greedy = { ...SAMPLING, temperature: 0 }
      const { sequences } = await engine.sample({ snapshot: snapshot.id, prompts, params: greedy, key: [1, 2] }).result
      const other = await sampler.sample({ slot: 0, prompts, params: greedy, key: [1, 2] })
      sequences.forEach((sequence, index) => {
        sameTokens &&= sequence.tokens.join() === at(other, index).tokens.join()
        sequence.logprobs.forEach((logprob, i) => {
          logprobDifference = Math.max(logprobDifference, Math.abs(logprob - at(at(other, index).logprobs, i)))
        })
      })
      await engine.releaseSnapshot(snapshot.id)
      tell(`round ${round + 1}: adapter ${times.adapter.at(-1)?.toFixed(2)} ms, merged ${times.merged.at(-1)?.toFixed(2)} ms`)
    }
    const spec = policySpec(0)
    return {
      engine: kernels.engine,
      device: kernels.device,
      adapter: { bytes: factorElements(factorShapes(config, spec)) * FLOAT + entriesOf(config) * 4 * FLOAT, milliseconds: middle(times.adapter) },
      merged: { bytes: model.parameters * FLOAT, milliseconds: middle(times.merged) },
      logprobDifference,
      sameTokens,
    }
  } finally {
    ground.close()
  }
}
