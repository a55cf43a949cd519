// The entry of a shard: one more CPU engine with the same base, on a core of its own.

import { expose } from 'comlink'
import { Engine } from '../engine/engine.ts'
import { SHARD_ROWS } from '../engine/shards.ts'
import { WasmKernels } from '../kernels/wasm/wasm-kernels.ts'
import { memoryShares } from './memory-limit.ts'
import { outcomeOf } from './outcome.ts'
import { exposeService } from './service-host.ts'
import type { ShardWorkerApi } from './shard-api.ts'

const api: ShardWorkerApi = {
  start: (model, simd, port) =>
    outcomeOf(async () => {
      const kernels = await WasmKernels.create(simd)
      exposeService(new Engine({ kernels, model, clock: () => performance.now(), rowsPerPass: SHARD_ROWS, ...memoryShares(navigator) }), port)
    }),
}

expose(api)
