// The engine that pretraining runs on: this project's own, on Dawn. Turns tensors by name into the trainer's arena and
// back. Knows no recipe and no text.

import { WgslKernels } from '../../src/kernels/wgsl/wgsl-kernels.ts'
import type { ModelConfig } from '../../src/model/config.ts'
import { Decoder } from '../../src/model/decoder.ts'
import { allocateWeights, uploadWeights } from '../../src/model/device-weights.ts'
import { FullTrainer as DeviceTrainer } from '../../src/model/full-trainer.ts'
import type { Tensor } from '../../src/model/safetensors.ts'
import { Sampler as DeviceSampler } from '../../src/model/sampler.ts'
import { weightShapes } from '../../src/model/weights.ts'
import type { SampleRequest } from '../../src/service/index.ts'
import { openNodeGpu } from './node-gpu.ts'
import type { FullTrainer, PretrainEngine, Sampler } from './trainer.ts'

export async function openPretrainEngine({ heads, kvHeads, headWidth }: ModelConfig): Promise<PretrainEngine> {
  const gpu = await openNodeGpu()
  const kernels = await WgslKernels.create(gpu, { shapes: [{ heads, kvHeads, headWidth }] })
  return {
    device: `${gpu.name}, ${kernels.variants['matmul']}`,
    createTrainer: async (config, state) => trainerOf(kernels, config, state),
    createSampler: async (config, weights) => samplerOf(kernels, config, weights),
  }
}

const valuesOf = (tensors: ReadonlyMap<string, Tensor>): ReadonlyMap<string, Float32Array> => new Map([...tensors].map(([name, { values }]) => [name, values]))

/** All tensors in the order of weightShapes, one after the other: the trainer's arena. */
function flatten(config: ModelConfig, tensors: ReadonlyMap<string, Tensor>): Float32Array {
  const parts = weightShapes(config).map(({ name }) => tensors.get(name)?.values ?? new Float32Array(0))
  const flat = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    flat.set(part, offset)
    offset += part.length
  }
  return flat
}

function unflatten(config: ModelConfig, flat: Float32Array): ReadonlyMap<string, Tensor> {
  let offset = 0
  return new Map(
    weightShapes(config).map(({ name, shape }) => {
      const length = shape.reduce((product, size) => product * size, 1)
      offset += length
      return [name, { shape, values: flat.slice(offset - length, offset) }]
    }),
  )
}

function trainerOf(kernels: WgslKernels, config: ModelConfig, state: Parameters<PretrainEngine['createTrainer']>[1]): FullTrainer {
  const trainer = new DeviceTrainer(kernels, config, valuesOf(state.weights), config.contextTokens)
  trainer.restore({
    step: state.step,
    weights: flatten(config, state.weights),
    moment1: flatten(config, state.moment1),
    moment2: flatten(config, state.moment2),
  })
  return {
    step: (sequences, adam) => trainer.train(sequences, adam),
    async state() {
      const { step, weights, moment1, moment2 } = await trainer.state()
      return { step, weights: unflatten(config, weights), moment1: unflatten(config, moment1), moment2: unflatten(config, moment2) }
    },
    dispose: () => trainer.dispose(),
  }
}

function samplerOf(kernels: WgslKernels, config: ModelConfig, weights: ReadonlyMap<string, Tensor>): Sampler {
  const device = allocateWeights(kernels, config, 'evaluated')
  uploadWeights(kernels, config, device, valuesOf(weights))
  const decoder = new Decoder(kernels, config, device, config.contextTokens)
  const sampler = new DeviceSampler(decoder)
  const sample = async (request: SampleRequest) => ({
    sequences: await sampler.sample({ slot: 0, prompts: request.prompts, params: request.params, key: request.key }),
    stamp: { snapshotHash: '', version: 0, inputHash: '' },
    milliseconds: 0,
  })
  return {
    sample: (request) => ({ result: sample(request), cancel: () => undefined }),
    dispose() {
      sampler.dispose()
      decoder.dispose()
      for (const tensor of new Set([
        device.embedding,
        device.finalNorm,
        device.head,
        ...device.layers.flatMap((layer) => [layer.inputNorm, layer.mlpNorm, ...Object.values(layer.projections)]),
      ]))
        kernels.free(tensor)
    },
  }
}
