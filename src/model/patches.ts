// Pictures cut into squares: the samples of a square (bytes as 0 … 1) are the features of one token row. Knows pixels and places;
// knows no weights, no device and no attention.

import { at } from '../base/assert.ts'
import type { Tensor } from '../kernels/kernels.ts'
import type { ImageChunk, PatchShape } from '../service/index.ts'

/** The patch rows of a pass, on the device. */
export interface PictureTables {
  /** P */
  readonly count: number
  /** u32 [P] the row of the pass that each patch is; ascending. */
  readonly rows: Tensor
  /** f32 [P, C] */
  readonly patches: Tensor
}

/** A patch of an image, by its place: left to right, then down. */
export interface PatchSource {
  readonly image: ImageChunk
  readonly patch: number
}

export const patchFeatures = ({ size, channels }: PatchShape): number => size * size * channels

/** [P, C]: the samples of every square row by row, channels together. */
export function patchValues(shape: PatchShape, sources: readonly PatchSource[]): Float32Array {
  const { size, channels } = shape
  const features = patchFeatures(shape)
  const values = new Float32Array(sources.length * features)
  sources.forEach(({ image: { width, data }, patch }, index) => {
    const across = width / size
    const left = (patch % across) * size
    const top = Math.floor(patch / across) * size
    for (let y = 0; y < size; y++) {
      const from = ((top + y) * width + left) * channels
      for (let x = 0; x < size * channels; x++) values[index * features + y * size * channels + x] = at(data, from + x) / 255
    }
  })
  return values
}
