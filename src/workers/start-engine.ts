// From a model's folder to a training service on this machine: device or processor, weights, kernels, engine, each failure
// with its code. Whatever the device complains of later rejects everything that waits on it.

import { tokenloomError } from '../base/errors.ts'
import { unwrap } from '../base/result.ts'
import { chooseDevice, createKernels } from '../engine/choose-kernels.ts'
import { Engine } from '../engine/engine.ts'
import { ShardedService } from '../engine/sharded-service.ts'
import type { GpuHandle } from '../gpu/device.ts'
import { loadModel } from '../model/load.ts'
import { folderAtUrl } from '../model/source.ts'
import type { TrainingService } from '../service/index.ts'
import type { EngineMemory, EngineStart, Preparation } from './engine-api.ts'
import { memoryLimit } from './memory-limit.ts'
import { startShards } from './shards.ts'

/** A training service, and the account of the memory that its device holds; an engine on the processor keeps none. */
export interface StartedEngine {
  readonly engine: TrainingService
  memory(): EngineMemory
}

export async function startEngine(start: EngineStart, onPreparation: (preparation: Preparation) => void): Promise<StartedEngine> {
  const choosing = chooseDevice(start.engine, navigator.gpu)
  const name = new URL(start.modelUrl).pathname.split('/').at(-2) ?? 'model'
  const source = folderAtUrl(start.modelUrl, (url, init) => fetch(url, init))
  const loading = loadModel(source, {
    name,
    requireManifest: true,
    onProgress: ({ loadedBytes, totalBytes }) =>
      onPreparation({ what: 'Loading the base model, KiB', done: kib(loadedBytes), total: kib(totalBytes ?? loadedBytes) }),
  })
  // The device opens while the files arrive; what is wrong with the device is said first.
  const gpu = unwrap(await choosing)
  const model = unwrap(await loading)
  const { kernels } = unwrap(
    await createKernels(
      gpu,
      {
        shapes: [model.config],
        onProgress: (done, total) => onPreparation({ what: 'Compiling kernels', done, total }),
      },
      start.simd,
    ),
  )
  onPreparation({ what: 'Placing the base model on the device', done: 0, total: 1 })
  const engine = new Engine({ kernels, model, clock: () => performance.now(), memoryLimitBytes: memoryLimit(navigator) })
  const memory = (): EngineMemory => ({ held: kernels.bytesByLabel, peakBytes: kernels.bytesPeak })
  if (gpu === null)
    return { engine: new ShardedService([engine, ...(await startShards(coresFor(start) - 1, model, start.simd))], () => performance.now()), memory }
  watchDevice(gpu, engine)
  return { engine, memory }
}

/** One core is left to the page, unless there is only one. */
const coresFor = ({ cores }: EngineStart): number => cores ?? Math.max(1, navigator.hardwareConcurrency - 1)

const kib = (bytes: number): number => Math.ceil(bytes / 1024)

function watchDevice({ device, name }: GpuHandle, engine: Engine): void {
  void device.lost.then((info) => {
    if (info.reason === 'destroyed') return
    engine.fail(
      tokenloomError(
        'GPU_LOST',
        `The device ${name} was lost: ${info.message || 'the browser does not say why'}.`,
        'Start the run again; choose fewer groups if it happens again.',
      ),
    )
  })
  device.addEventListener('uncapturederror', ({ error }) => {
    if (error instanceof GPUOutOfMemoryError) {
      engine.fail(
        tokenloomError(
          'GPU_OUT_OF_MEMORY',
          `The device ${name} has no memory left: ${error.message}`,
          'Choose fewer groups or a smaller group size.',
          'rollout.groups',
        ),
      )
    } else {
      engine.fail(
        tokenloomError(
          'GPU_VALIDATION',
          `The device ${name} refused a command: ${error.message}`,
          'This is a defect of Tokenloom: report the message with the device’s name.',
        ),
      )
    }
  })
}
