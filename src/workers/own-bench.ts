// An engine of a worker's own, over one of the bases: for experiments that must disturb no run. Opens device, kernels and base once;
// engines on them are opened one after the other.

import { unwrap } from '../base/result.ts'
import { chooseDevice, createKernels } from '../engine/choose-kernels.ts'
import { Engine } from '../engine/engine.ts'
import type { IsolationBench } from '../engine/isolation/policy.ts'
import { ShardedService } from '../engine/sharded-service.ts'
import { SHARD_ROWS } from '../engine/shards.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import { loadModel } from '../model/load.ts'
import { folderAtUrl } from '../model/source.ts'
import { hashOfTensors } from '../model/weight-hash.ts'
import type { EngineName } from '../service/index.ts'
import { loadModelText, nameOfModel } from './load-tokenizer.ts'
import { memoryShares } from './memory-limit.ts'

export interface OwnBench {
  readonly engine: EngineName
  readonly device: string
  readonly tokenizer: Tokenizer
  readonly bench: IsolationBench
  dispose(): void
}

/** `modelUrl`: the folder of the base, ending in a slash. */
export async function openOwnBench(choice: EngineName | 'auto', modelUrl: string): Promise<OwnBench> {
  const gpu = unwrap(await chooseDevice(choice, navigator.gpu))
  const source = folderAtUrl(modelUrl, (url, init) => fetch(url, init))
  const model = unwrap(await loadModel(source, { name: nameOfModel(modelUrl), requireManifest: true, onProgress: () => {} }))
  const { tokenizer } = await loadModelText(modelUrl, fetch)
  const { kernels } = unwrap(await createKernels(gpu, { shapes: [model.config] }))
  const clock = (): number => performance.now()
  const rows = gpu === null ? { rowsPerPass: SHARD_ROWS } : {}
  return {
    engine: kernels.engine,
    device: kernels.device,
    tokenizer,
    bench: {
      baseHash: await hashOfTensors(model.config, model.tensors),
      open(onBatch) {
        const engine = new Engine({ kernels, model, clock, ...memoryShares(navigator), ...rows, onBatch })
        return { engine, service: gpu === null ? new ShardedService([engine], clock) : engine }
      },
    },
    dispose() {
      kernels.dispose()
      gpu?.device.destroy()
    },
  }
}
