// Our CPU engine as one more peer of the side-by-side benchmark: the same jobs as bench/ours.ts on the other kernels, in one
// thread, packing counted; once more with relaxed SIMD. Knows the peer's interface; holds no numbers.

import { assert } from '../src/base/assert.ts'
import type { Simd } from '../src/kernels/wasm/module.ts'
import { WasmKernels } from '../src/kernels/wasm/wasm-kernels.ts'
import type { Peer } from './peer-interface.ts'
import { decodeJob, trainJob } from './peer-model.ts'
import { attentionJob, matmulJob } from './peer-operations.ts'

function peerOf(name: string, simd: Simd): Peer {
  let opened: WasmKernels | undefined
  const engine = (): WasmKernels => {
    assert(opened !== undefined, 'the peer was not initialised')
    return opened
  }
  return {
    name,
    kind: 'wasm',
    version: 'this checkout',
    async init() {
      opened ??= await WasmKernels.create(simd)
    },
    matmul: (task) => matmulJob(engine(), task, { packAnew: true }),
    attention: (task) => attentionJob(engine(), task),
    train: (task) => trainJob(engine(), task),
    decode: (task) => decodeJob(engine(), task),
  }
}

export const peer = peerOf('tokenloom-wasm', 'plain')
export const relaxedPeer = peerOf('tokenloom-wasm-relaxed', 'relaxed')
