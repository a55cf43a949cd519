// What the engine worker may ask of a shard's worker. Types only.

import type { LoadedModel } from '../model/load.ts'
import type { Outcome } from './outcome.ts'

/** What an engine needs of a base; plain data, so that it crosses to a worker. */
export type ShardModel = Pick<LoadedModel, 'name' | 'config' | 'tensors' | 'hash' | 'parameters'>

export interface ShardWorkerApi {
  /** Builds an engine and serves it on the port. Called once. */
  start(model: ShardModel, port: MessagePort): Promise<Outcome<void>>
}
