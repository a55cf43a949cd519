// Further CPU engines beside the engine worker's own, each in a worker of its own with the same base. They end with the
// worker that started them, and their owner hears when one ends before. Knows how to start them; does not know how work is divided.

import { transfer, wrap } from 'comlink'
import type { ShardEngine } from '../engine/sharded-service.ts'
import type { Simd } from '../kernels/wasm/module.ts'
import { openOutcome } from './outcome.ts'
import { connectService } from './service-client.ts'
import type { ShardModel, ShardWorkerApi } from './shard-api.ts'

/** `onEnd`: one of them is gone, with its part of every adapter; the others alone are no engine any more. */
export function startShards(
  count: number,
  { name, config, tensors, hash, parameters }: ShardModel,
  simd: Simd | undefined,
  onEnd: () => void,
): Promise<readonly ShardEngine[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const worker = new Worker(new URL('./shard.worker.ts', import.meta.url), { type: 'module', name: `shard ${index + 1}` })
      const { port1, port2 } = new MessageChannel()
      openOutcome(await wrap<ShardWorkerApi>(worker).start({ name, config, tensors, hash, parameters }, simd, transfer(port2, [port2])))
      return connectService(port1, { onDeath: onEnd }).service
    }),
  )
}
