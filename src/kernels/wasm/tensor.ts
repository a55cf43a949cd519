// A tensor of the CPU engine: a range of its memory, and how often it was written.

import type { Tensor } from '../kernels.ts'

export interface WasmTensor extends Tensor {
  readonly address: number
  /** Grows with every write. */
  version: number
}
