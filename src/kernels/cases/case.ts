// What a differential case is: an operation at a size, run on any engine and compared with the float64 reference on the
// same inputs. Used by tests, the page's device check and the portability check. Knows no engine.

import { at } from '../../base/assert.ts'
import { createRng } from '../../base/random.ts'
import type { Kernels, Tensor } from '../kernels.ts'

export interface KernelCase {
  readonly operation: string
  readonly size: string
  readonly direction: 'forward' | 'gradient'
  /** The error, ‖got − want‖ / ‖want‖. */
  run(kernels: Kernels): Promise<{ readonly error: number }>
}

/** The greatest error that a case may have. */
export const TOLERANCE = { forward: 1e-5, gradient: 1e-4 } as const

/** Standard normal numbers times `scale`, the same for a seed everywhere. */
export function caseNumbers(seed: number, length: number, scale = 1): Float32Array<ArrayBuffer> {
  const rng = createRng([0x63617365, seed])
  return Float32Array.from({ length }, () => scale * rng.normal())
}

/** Whole numbers in [0, bound), the same for a seed everywhere. */
export function caseIndices(seed: number, length: number, bound: number): Uint32Array<ArrayBuffer> {
  const rng = createRng([0x696e6478, seed])
  return Uint32Array.from({ length }, () => rng.integer(bound))
}

export const wide = (values: Float32Array): Float64Array<ArrayBuffer> => Float64Array.from(values)

/** ‖got − want‖ / ‖want‖; the plain norm of the difference when nothing but zeros is wanted. NaN counts as infinite. */
export function relativeError(got: ArrayLike<number>, want: ArrayLike<number>): number {
  if (got.length !== want.length) return Number.POSITIVE_INFINITY
  let difference = 0
  let norm = 0
  for (let i = 0; i < want.length; i++) {
    difference += (at(got, i) - at(want, i)) ** 2
    norm += at(want, i) ** 2
  }
  const error = norm === 0 ? Math.sqrt(difference) : Math.sqrt(difference / norm)
  return Number.isNaN(error) ? Number.POSITIVE_INFINITY : error
}

/** Elements whose bits differ. Zero of either sign is one number. */
export function differingElements(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let count = Math.abs(a.length - b.length)
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) count++
  return count
}

/** The tensors of one case, freed together. */
export class CaseMemory {
  readonly kernels: Kernels
  private readonly held: Tensor[] = []

  constructor(kernels: Kernels) {
    this.kernels = kernels
  }

  /** A tensor with these values, or of zeros. */
  f32(values: Float32Array | number): Tensor {
    return this.hold('f32', values)
  }

  u32(values: Uint32Array | number): Tensor {
    return this.hold('u32', values)
  }

  /** The first `length` numbers. */
  read(tensor: Tensor, length: number): Promise<Float32Array> {
    return this.kernels.downloadF32(tensor, 0, length)
  }

  free(): void {
    for (const tensor of this.held) this.kernels.free(tensor)
    this.held.length = 0
  }

  private hold(dtype: 'f32' | 'u32', values: Float32Array | Uint32Array | number): Tensor {
    const length = typeof values === 'number' ? values : values.length
    const tensor = this.kernels.tensor('case', dtype, Math.max(4, length))
    this.held.push(tensor)
    if (typeof values !== 'number') this.kernels.upload(tensor, values)
    return tensor
  }
}

/** Runs `body` with memory of its own. */
export async function withMemory<T>(kernels: Kernels, body: (memory: CaseMemory) => Promise<T>): Promise<T> {
  const memory = new CaseMemory(kernels)
  try {
    return await body(memory)
  } finally {
    memory.free()
  }
}
