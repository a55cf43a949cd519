// What the engine worker may ask of a shard's worker. Types only.

import type { Simd } from '../kernels/wasm/module.ts'
import type { LoadedModel } from '../model/load.ts'
import type { Outcome } from './outcome.ts'

/** What an engine needs of a base; plain data, so that it crosses to a worker. */
export type ShardModel = Pick<LoadedModel, 'name' | 'config' | 'tensors' | 'hash' | 'parameters'>

export interface ShardWorkerApi {
  /** Builds an engine and serves it on the port. Called once. */
  start(model: ShardModel, simd: Simd | undefined, port: MessagePort): Promise<Outcome<void>>
}
