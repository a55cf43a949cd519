// The engine that pretraining runs on: this project's own, on this machine's processor or on Dawn. Turns tensors by name
// into the trainer's arena and back. Knows no recipe and no text.

import type { Kernels } from '../../src/kernels/kernels.ts'
import { WasmKernels } from '../../src/kernels/wasm/wasm-kernels.ts'
import { WgslKernels } from '../../src/kernels/wgsl/wgsl-kernels.ts'
import type { ModelConfig } from '../../src/model/config.ts'
import { Decoder } from '../../src/model/decoder.ts'
import { allocateWeights, uploadWeights } from '../../src/model/device-weights.ts'
import { FullTrainer as DeviceTrainer } from '../../src/model/full-trainer.ts'
import type { Tensor } from '../../src/model/safetensors.ts'
import { Sampler as DeviceSampler } from '../../src/model/sampler.ts'
import { weightShapes } from '../../src/model/weights.ts'
import type { EngineName, SampleRequest } from '../../src/service/index.ts'
import { openNodeGpu } from './node-gpu.ts'
import type { FullTrainer, PretrainEngine, Sampler } from './trainer.ts'

/** `auto`: a real GPU that Dawn finds, else the processor, which is several times faster than a software adapter. */
export type PretrainEngineChoice = EngineName | 'auto'

export async function openPretrainEngine(config: ModelConfig, choice: PretrainEngineChoice): Promise<PretrainEngine> {
  const kernels = await openKernels(config, choice)
  return {
    device: `${kernels.device}, ${kernels.variants['matmul']}`,
    createTrainer: async (model, state) => trainerOf(kernels, model, state),
    createSampler: async (model, weights) => samplerOf(kernels, model, weights),
  }
}

async function openKernels({ heads, kvHeads, headWidth }: ModelConfig, choice: PretrainEngineChoice): Promise<Kernels> {
  if (choice === 'cpu') return WasmKernels.create()
  const gpu = await openNodeGpu().catch((thrown: unknown) => {
    if (choice === 'wgsl') throw thrown
    return null
  })
  if (choice === 'auto' && (gpu === null || gpu.software)) {
    gpu?.device.destroy()
    return WasmKernels.create()
  }
  if (gpu === null) throw new Error('Assertion failed: no device and no reason')
  return WgslKernels.create(gpu, { shapes: [{ heads, kvHeads, headWidth }] })
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

function trainerOf(kernels: Kernels, config: ModelConfig, state: Parameters<PretrainEngine['createTrainer']>[1]): FullTrainer {
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

function samplerOf(kernels: Kernels, config: ModelConfig, weights: ReadonlyMap<string, Tensor>): Sampler {
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
