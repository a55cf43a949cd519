// What checks and benches of adapters stand on: one of our bases and kernels of an engine, under Node or in a page. Engines are
// opened on it one after the other; each has nothing but the base. Imports nothing of Node and nothing of a page.

import { unwrap } from '../../src/base/result.ts'
import { chooseDevice, createKernels, type EngineChoice } from '../../src/engine/choose-kernels.ts'
import { Engine, type EngineOptions } from '../../src/engine/engine.ts'
import { type ShardEngine, ShardedService } from '../../src/engine/sharded-service.ts'
import { SHARD_ROWS } from '../../src/engine/shards.ts'
import type { Kernels } from '../../src/kernels/kernels.ts'
import { type LoadedModel, loadModel } from '../../src/model/load.ts'
import { droppedFiles } from '../../src/model/source.ts'
import type { TrainingService } from '../../src/service/index.ts'

/** A model folder that crosses into a page: base64 by file name. */
export interface BaseFiles {
  readonly name: string
  readonly files: { readonly [file: string]: string }
}

/** Engines on further cores, which hold the same base. */
export interface Cores {
  readonly engines: readonly ShardEngine[]
  end(): void
}

export interface Ground {
  readonly kernels: Kernels
  readonly model: LoadedModel
  /** The engine, and what a run talks to: on the processor the shards on top of it, of `others` too. */
  open(options?: Pick<EngineOptions, 'onBatch' | 'adapters'>, others?: readonly ShardEngine[]): { readonly engine: Engine; readonly service: TrainingService }
  close(): void
}

export async function openGround(choice: EngineChoice, { name, files }: BaseFiles): Promise<Ground> {
  const dropped = Object.entries(files).map(([file, base64]) => ({
    name: file,
    arrayBuffer: async () => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer,
  }))
  const model = unwrap(await loadModel(droppedFiles(dropped), { name, requireManifest: true }))
  const gpu = unwrap(await chooseDevice(choice, (globalThis as { readonly navigator?: { readonly gpu?: GPU } }).navigator?.gpu))
  const { kernels } = unwrap(await createKernels(gpu, { shapes: [model.config] }))
  const clock = (): number => performance.now()
  // As the page opens them.
  const rows = kernels.engine === 'cpu' ? { rowsPerPass: SHARD_ROWS } : {}
  return {
    kernels,
    model,
    open(options = {}, others = []) {
      const engine = new Engine({ kernels, model, clock, memoryLimitBytes: 2 ** 31, ...rows, ...options })
      return { engine, service: kernels.engine === 'cpu' ? new ShardedService([engine, ...others], clock) : engine }
    },
    close: () => kernels.dispose(),
  }
}
