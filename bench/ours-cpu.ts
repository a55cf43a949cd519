// Our CPU engine as one more peer of the side-by-side benchmark: the same jobs as bench/ours.ts on the other kernels, in one
// thread, packing counted. Knows the peer's interface; holds no numbers.

import { WasmKernels } from '../src/kernels/wasm/wasm-kernels.ts'
import type { Peer } from './peer-interface.ts'
import { decodeJob, trainJob } from './peer-model.ts'
import { attentionJob, matmulJob } from './peer-operations.ts'

let opened: WasmKernels | undefined

function engine(): WasmKernels {
  if (opened === undefined) throw new Error('Assertion failed: the peer was not initialised')
  return opened
}

export const peer: Peer = {
  name: 'tokenloom-wasm',
  kind: 'wasm',
  version: 'this checkout',
  async init() {
    opened ??= await WasmKernels.create()
  },
  matmul: (task) => matmulJob(engine(), task, { packAnew: true }),
  attention: (task) => attentionJob(engine(), task),
  train: (task) => trainJob(engine(), task),
  decode: (task) => decodeJob(engine(), task),
}
