// Further CPU engines beside a ground's own, each on a thread of its own with the same base: what shard workers are to the page,
// for benches under Node. A thread runs the module that this file is bundled into, and serves nothing but its engine.

import { isMainThread, type TransferListItem, Worker, workerData } from 'node:worker_threads'
import { Engine } from '../../src/engine/engine.ts'
import { SHARD_ROWS } from '../../src/engine/shards.ts'
import { WasmKernels } from '../../src/kernels/wasm/wasm-kernels.ts'
import { connectService } from '../../src/workers/service-client.ts'
import { exposeService } from '../../src/workers/service-host.ts'
import type { ShardModel } from '../../src/workers/shard-api.ts'
import type { Cores } from './ground.ts'

/** What a thread is started with. */
interface CoreStart {
  readonly core: { readonly model: ShardModel; readonly port: MessagePort }
}

export function startCores(count: number, { name, config, tensors, hash, parameters }: ShardModel): Cores {
  const threads = Array.from({ length: count }, () => {
    const { port1, port2 } = new MessageChannel()
    const start: CoreStart = { core: { model: { name, config, tensors, hash, parameters }, port: port2 } }
    const worker = new Worker(new URL(import.meta.url), { workerData: start, transferList: [port2 as unknown as TransferListItem] })
    return { worker, connection: connectService(port1) }
  })
  return {
    engines: threads.map(({ connection }) => connection.service),
    end() {
      for (const { worker, connection } of threads) {
        connection.close()
        void worker.terminate()
      }
    },
  }
}

async function serveThisCore({ model, port }: CoreStart['core']): Promise<void> {
  const kernels = await WasmKernels.create()
  exposeService(new Engine({ kernels, model, clock: () => performance.now(), memoryLimitBytes: 2 ** 31, rowsPerPass: SHARD_ROWS }), port)
}

const started = workerData as Partial<CoreStart> | null
if (!isMainThread && started?.core !== undefined) await serveThisCore(started.core)
