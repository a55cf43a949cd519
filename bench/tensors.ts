// Puts arrays of the benchmark on the device and takes results back. Knows the kernel seam; knows no operation and no model.

import type { Kernels, Tensor } from '../src/kernels/kernels.ts'

export function deviceTensor(kernels: Kernels, label: string, values: Float32Array | Uint32Array): Tensor {
  const tensor = kernels.tensor(label, values instanceof Uint32Array ? 'u32' : 'f32', values.length)
  kernels.upload(tensor, values)
  return tensor
}

/** Frees all of them after what was recorded. */
export function freeAll(kernels: Kernels, tensors: Iterable<Tensor>): void {
  for (const tensor of new Set(tensors)) kernels.free(tensor)
}

/** [rows, columns] to [columns, rows]: the peers keep weights [in, out], Hugging Face files and ours keep [out, in]. */
export function transposed(values: Float32Array, rows: number, columns: number): Float32Array<ArrayBuffer> {
  const turned = new Float32Array(values.length)
  for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) turned[column * rows + row] = values[row * columns + column] ?? 0
  return turned
}
