// What the engine would trust of pictures: that the base sees at all, that images are of a form it can cut, that rows and images
// name each other, and that the rows' ids are the hash of the very pixels. So what is hashed and compared as tokens is what was seen.

import { isPictureRow, pictureRowIds } from '../base/picture-rows.ts'
import type { ImageChunk, PatchShape, PlacedImage } from '../service/index.ts'

export interface SeenTokens {
  readonly tokens: Uint32Array
  readonly images?: readonly PlacedImage[] | undefined
}

/** Images that were hashed before: siblings come with one and the same object. */
const hashed = new WeakMap<ImageChunk, Uint32Array>()

/** The end of the sentence "Its pictures …"; null where nothing is wrong. */
export function imagesComplaint({ tokens, images = [] }: SeenTokens, patch: PatchShape | undefined): string | null {
  let next = 0
  for (const { start, image } of images) {
    if (patch === undefined) return 'are for a base that sees; this one reads text alone'
    const wrong = formComplaint(image, patch)
    if (wrong !== null) return wrong
    if (!Number.isInteger(start) || start < next || start + image.expectedTokens > tokens.length) return `overlap or leave the tokens at ${start}`
    if (tokens.subarray(next, start).some(isPictureRow)) return `do not tell what token ${next + tokens.subarray(next, start).findIndex(isPictureRow)} shows`
    const ids = hashed.get(image) ?? pictureRowIds(image, image.expectedTokens)
    hashed.set(image, ids)
    if (ids.some((id, row) => id !== tokens[start + row])) return `are not those of the tokens from ${start} on`
    next = start + image.expectedTokens
  }
  const rest = tokens.subarray(next).findIndex(isPictureRow)
  return rest < 0 ? null : `do not tell what token ${next + rest} shows`
}

function formComplaint({ width, height, channels, data, expectedTokens }: ImageChunk, { size, channels: wanted }: PatchShape): string | null {
  if (channels !== wanted) return `have ${channels} channels instead of ${wanted}`
  if (![width, height].every((side) => Number.isInteger(side) && side > 0 && side % size === 0))
    return `are ${width} × ${height}, which is not made of squares of ${size}`
  if (data.length !== width * height * channels) return `hold ${data.length} bytes instead of ${width * height * channels}`
  return expectedTokens === (width / size) * (height / size) ? null : `claim ${expectedTokens} rows`
}
