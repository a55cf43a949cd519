// Our engine as one more peer of the side-by-side benchmark: the module that Vite builds and bench/peers loads. One
// device for everything, opened and admitted as the product does it. Knows the peer's interface; holds no numbers.

import { assert } from '../src/base/assert.ts'
import { unwrap } from '../src/base/result.ts'
import { openGpu } from '../src/gpu/device.ts'
import { WgslKernels } from '../src/kernels/wgsl/wgsl-kernels.ts'
import type { Peer } from './peer-interface.ts'
import { decodeJob, trainJob } from './peer-model.ts'
import { attentionJob, matmulJob } from './peer-operations.ts'

/** Heads of the attention suite and of the model. */
const SHAPES = [
  { heads: 4, kvHeads: 4, headWidth: 64 },
  { heads: 4, kvHeads: 4, headWidth: 32 },
]

let opened: WgslKernels | undefined

function engine(): WgslKernels {
  assert(opened !== undefined, 'the peer was not initialised')
  return opened
}

export const peer: Peer = {
  name: 'tokenloom',
  kind: 'webgpu',
  version: 'this checkout',
  async init() {
    opened ??= await WgslKernels.create(unwrap(await openGpu(navigator.gpu)), { shapes: SHAPES })
  },
  matmul: (task) => matmulJob(engine(), task),
  attention: (task) => attentionJob(engine(), task),
  train: (task) => trainJob(engine(), task),
  decode: (task) => decodeJob(engine(), task),
}
