// From a model's folder to a training service on this machine: device or processor, weights, kernels, engine, each failure
// with its code. Whatever the device complains of later rejects everything that waits on it.

import { type ErrorData, type TokenloomError, tokenloomError } from '../base/errors.ts'
import { fail, type Result, unwrap } from '../base/result.ts'
import type { BatchReport } from '../engine/batch-report.ts'
import { chooseDevice, createKernels } from '../engine/choose-kernels.ts'
import { Engine } from '../engine/engine.ts'
import { Scheduler } from '../engine/schedule/scheduler.ts'
import { ShardedService } from '../engine/sharded-service.ts'
import { SHARD_ROWS } from '../engine/shards.ts'
import type { GpuHandle } from '../gpu/device.ts'
import { loadModel } from '../model/load.ts'
import { folderAtUrl } from '../model/source.ts'
import type { TrainingService } from '../service/index.ts'
import type { EngineMemory, EngineProfile, EngineStart, Preparation, StepOpening } from './engine-api.ts'
import { nameOfModel } from './load-tokenizer.ts'
import { memoryShares } from './memory-limit.ts'
import { createProfiler } from './profiler.ts'
import { startShards } from './shards.ts'
import { connectShelf } from './shelf-port.ts'

/** A training service, and the account of the memory that its device holds; an engine on the processor keeps none. */
export interface StartedEngine {
  readonly engine: TrainingService
  /** Shares the service among the runs that are its clients. */
  readonly scheduler: Scheduler
  memory(): EngineMemory
  profileStep(opening: StepOpening): Promise<EngineProfile>
  stopProfile(): void
}

/** `onTrouble` hears of a device that is lost or complains, also when nobody waits for anything; `onEnd`, that a core's worker is gone. */
export async function startEngine(
  start: EngineStart,
  onPreparation: (preparation: Preparation) => void,
  onTrouble: (error: ErrorData) => void,
  onEnd: () => void,
): Promise<StartedEngine> {
  const choosing = chooseDevice(start.engine, navigator.gpu)
  const name = nameOfModel(start.modelUrl)
  const source = folderAtUrl(start.modelUrl, (url, init) => fetch(url, init))
  const loading = loadModel(source, {
    name,
    requireManifest: true,
    onProgress: ({ loadedBytes, totalBytes }) =>
      onPreparation({ what: 'Loading the base model, KiB', done: kib(loadedBytes), total: kib(totalBytes ?? loadedBytes) }),
  })
  // The device opens while the files arrive; what is wrong with the device is said first.
  const gpu = unwrap(afterCrash(await choosing, start.sawAdapter === true))
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
  const profiler = createProfiler(kernels, () => performance.now(), gpu === null ? coresFor(start) : 1)
  const { beforeBatch, ...profiling } = profiler
  // On the processor larger passes are no faster, only larger.
  const rows = gpu === null ? { rowsPerPass: SHARD_ROWS } : {}
  const clock = (): number => performance.now()
  let scheduler: Scheduler | null = null
  // Several cores serve in step: the first one's batches tell who shared.
  const onBatch = (report: BatchReport): void => scheduler?.noteBatch(report)
  const { adapters, memoryLimitBytes } = memoryShares(navigator)
  const shelf = start.shelf === undefined ? {} : { shelf: connectShelf(start.shelf) }
  const engine = new Engine({ kernels, model, clock, memoryLimitBytes, adapters: { ...adapters, ...shelf }, ...rows, beforeBatch, onBatch })
  const memory = (): EngineMemory => ({ held: kernels.bytesByLabel, peakBytes: kernels.bytesPeak })
  const service = gpu === null ? new ShardedService([engine, ...(await startShards(coresFor(start) - 1, model, start.simd, onEnd))], clock) : engine
  scheduler = new Scheduler(service, clock)
  const started = { engine: service, scheduler, memory, ...profiling }
  if (gpu === null) return started
  watchDevice(gpu, (error) => {
    engine.fail(error)
    onTrouble(error.toData())
  })
  return started
}

/** One core is left to the page, unless there is only one. */
const coresFor = ({ cores }: EngineStart): number => cores ?? Math.max(1, navigator.hardwareConcurrency - 1)

/** A browser that had a GPU and gives none any more has switched it off: no setting of it helps then. */
function afterCrash<T>(chosen: Result<T>, sawAdapter: boolean): Result<T> {
  if (chosen.ok || !sawAdapter || chosen.error.code !== 'GPU_NO_ADAPTER') return chosen
  return fail(
    tokenloomError(
      'GPU_NO_ADAPTER',
      'The browser gave a GPU before and gives none now: it takes it away from pages after crashes.',
      'Restart the browser, or choose the processor as the engine.',
    ),
  )
}

const kib = (bytes: number): number => Math.ceil(bytes / 1024)

function watchDevice({ device, name }: GpuHandle, fail: (error: TokenloomError) => void): void {
  void device.lost.then((info) => {
    if (info.reason === 'destroyed') return
    fail(
      tokenloomError(
        'GPU_LOST',
        `The device ${name} was lost: ${info.message || 'the browser does not say why'}.`,
        'Start the run again; choose fewer groups if it happens again.',
      ),
    )
  })
  device.addEventListener('uncapturederror', ({ error }) => {
    if (error instanceof GPUOutOfMemoryError) {
      fail(
        tokenloomError(
          'GPU_OUT_OF_MEMORY',
          `The device ${name} has no memory left: ${error.message}`,
          'Choose fewer groups or a smaller group size.',
          'rollout.groups',
        ),
      )
    } else {
      fail(
        tokenloomError(
          'GPU_VALIDATION',
          `The device ${name} refused a command: ${error.message}`,
          'This is a defect of Tokenloom: report the message with the device’s name.',
        ),
      )
    }
  })
}
