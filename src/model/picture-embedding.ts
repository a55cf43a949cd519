// Pictures at the model's input: one linear layer with bias brings the features of a patch to the model's width. From there on a
// picture row is a row like any other.
//   x[row] = W patch + b,  W [D, C],  b [D],  C = size · size · channels
// Made of operations that the seam has: a product, and rows picked and put by number. Knows no pixels and no attention.

import type { Kernels, Tensor } from '../kernels/kernels.ts'
import type { PatchShape } from '../service/index.ts'
import type { PatchWeights } from './device-weights.ts'
import { type PictureTables, patchFeatures } from './patches.ts'
import type { TensorPool } from './tables.ts'

/** Overwrites the picture rows of x [T, D]. */
export function embedPictures(
  kernels: Kernels,
  shape: PatchShape,
  width: number,
  weights: PatchWeights,
  pool: TensorPool,
  pictures: PictureTables,
  x: Tensor,
): void {
  const { count, rows, patches } = pictures
  const k = patchFeatures(shape)
  const projected = pool.get('pictures', count * width)
  // Every row begins as the bias: a table of one row, read by everybody.
  kernels.embed({ tokens: zeros(kernels, pool, count), table: weights.bias, out: projected, rows: count, width })
  kernels.matmul({ layout: 'nt', a: patches, b: weights.weight, out: projected, m: count, n: width, k, accumulate: true })
  kernels.scatterRows({ from: projected, rows, x, count, width })
}

/** The gradients of W (overwritten) and b (added to) from that at the rows of the input, gradX [T, D]. */
export function picturesBackward(
  kernels: Kernels,
  shape: PatchShape,
  width: number,
  gradients: PatchWeights,
  pool: TensorPool,
  pictures: PictureTables,
  gradX: Tensor,
): void {
  const { count, rows, patches } = pictures
  const gathered = pool.get('gradPictures', count * width)
  kernels.gatherRows({ x: gradX, rows, out: gathered, count, width })
  kernels.matmul({ layout: 'tn', a: gathered, b: patches, out: gradients.weight, m: width, n: patchFeatures(shape), k: count })
  const order = pool.filled(
    'pictureOrder',
    Uint32Array.from({ length: count }, (_, i) => i),
  )
  const starts = pool.filled('pictureStarts', Uint32Array.of(0, count))
  kernels.embedBackward({ order, starts, gradOut: gathered, gradTable: gradients.bias, vocabulary: 1, width })
}

function zeros(kernels: Kernels, pool: TensorPool, count: number): Tensor {
  const tensor = pool.get('pictureZeros', count, 'u32')
  kernels.clear(tensor, 0, count)
  return tensor
}
