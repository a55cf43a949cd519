// The engine that pretraining runs on: this project's own, on this machine's cores or on Dawn. Turns tensors by name into
// the trainer's arena and back. Knows no recipe and no text.

import { assert, at } from '../../src/base/assert.ts'
import type { EngineChoice } from '../../src/engine/choose-kernels.ts'
import type { Kernels } from '../../src/kernels/kernels.ts'
import { WasmKernels } from '../../src/kernels/wasm/wasm-kernels.ts'
import { WgslKernels } from '../../src/kernels/wgsl/wgsl-kernels.ts'
import type { ModelConfig } from '../../src/model/config.ts'
import { Decoder } from '../../src/model/decoder.ts'
import { allocateWeights, freeWeights, uploadWeights } from '../../src/model/device-weights.ts'
import { FullTrainer as DeviceTrainer, type FullTrainerState } from '../../src/model/full-trainer.ts'
import type { Tensor } from '../../src/model/safetensors.ts'
import { Sampler as DeviceSampler } from '../../src/model/sampler.ts'
import { weightShapes } from '../../src/model/weights.ts'
import type { SampleRequest } from '../../src/service/index.ts'
import { openNodeGpu } from './node-gpu.ts'
import { ShardThread } from './shard.ts'
import { type ShardPeer, shardedStep } from './sharded-trainer.ts'
import type { FullTrainer, PretrainEngine, Sampler, TrainerState } from './trainer.ts'

/** Threads of the CPU engine: how many, and the script that each runs (it calls serveThisThread). */
export interface Threads {
  readonly count: number
  readonly script: string
}

export async function openPretrainEngine(config: ModelConfig, choice: EngineChoice, threads: Threads): Promise<PretrainEngine> {
  const kernels = await openKernels(config, choice)
  const onThreads = kernels.engine === 'cpu'
  return {
    engine: kernels.engine,
    device: `${kernels.device}, ${kernels.variants['matmul']}${onThreads ? `, ${threads.count} threads` : ''}`,
    createTrainer: async (model, state) => (onThreads ? threadedTrainer(threads, model, state) : trainerOf(kernels, model, state)),
    createSampler: async (model, weights) => samplerOf(kernels, model, weights),
  }
}

/** `auto`: a real GPU that Dawn finds, else the processor, which is several times faster than a software adapter. */
async function openKernels({ heads, kvHeads, headWidth }: ModelConfig, choice: EngineChoice): Promise<Kernels> {
  if (choice === 'cpu') return WasmKernels.create()
  const gpu = await openNodeGpu().catch((thrown: unknown) => {
    if (choice === 'wgsl') throw thrown
    return null
  })
  if (choice === 'auto' && (gpu === null || gpu.software)) {
    gpu?.device.destroy()
    return WasmKernels.create()
  }
  assert(gpu !== null, 'no device and no reason')
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

function flatState(config: ModelConfig, state: TrainerState): FullTrainerState {
  const { step, weights, moment1, moment2 } = state
  return { step, weights: flatten(config, weights), moment1: flatten(config, moment1), moment2: flatten(config, moment2) }
}

function namedState(config: ModelConfig, { step, weights, moment1, moment2 }: FullTrainerState): TrainerState {
  return { step, weights: unflatten(config, weights), moment1: unflatten(config, moment1), moment2: unflatten(config, moment2) }
}

function trainerOf(kernels: Kernels, config: ModelConfig, state: TrainerState): FullTrainer {
  const trainer = new DeviceTrainer(kernels, config, valuesOf(state.weights), config.contextTokens)
  trainer.restore(flatState(config, state))
  return {
    step: (sequences, adam) => trainer.train(sequences, adam),
    state: async () => namedState(config, await trainer.state()),
    dispose: () => trainer.dispose(),
  }
}

async function threadedTrainer({ count, script }: Threads, config: ModelConfig, state: TrainerState): Promise<FullTrainer> {
  const threads = Array.from({ length: count }, () => new ShardThread(script))
  const start = { config, weights: valuesOf(state.weights), state: flatState(config, state) }
  await Promise.all(threads.map((thread) => thread.ask('start', start)))
  const peers = threads.map(
    (thread): ShardPeer => ({
      gradient: (sequences, predicted) => thread.ask('gradient', { sequences, predicted }),
      step: (gradient, adam) => thread.ask('step', { gradient, adam }),
      state: () => thread.ask('state', null),
    }),
  )
  return {
    step: (sequences, adam) => shardedStep(peers, sequences, adam),
    state: async () => namedState(config, await at(peers, 0).state()),
    dispose() {
      for (const thread of threads) thread.end()
    },
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
      freeWeights(kernels, config, device)
    },
  }
}
