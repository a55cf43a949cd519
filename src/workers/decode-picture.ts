// A picture file as the small grey picture that a base reads: the browser decodes it, the whole of it is fitted into a square and
// made grey. What comes out differs in its last bits between browsers, so its bytes, not the file's, are what a run names.

import { fail, ok, type Result } from '../base/result.ts'
import { type Picture, pictureOf } from '../environments/picture.ts'
import type { PictureSettings } from './data-set-api.ts'

/** Sides beyond are taken for a mistake, or for malice. */
const LARGEST_SIDE = 16_384

export async function decodePicture(bytes: Uint8Array<ArrayBuffer>, { size, darkGround }: PictureSettings): Promise<Result<Picture, string>> {
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(new Blob([bytes]))
  } catch {
    return fail('The picture cannot be decoded.')
  }
  try {
    const { width, height } = bitmap
    if (width > LARGEST_SIDE || height > LARGEST_SIDE) return fail(`The picture has ${width} by ${height} pixels.`)
    const canvas = new OffscreenCanvas(size, size)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (context === null) return fail('This browser lends no canvas to decode pictures on.')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, size, size)
    const scale = Math.min(size / width, size / height)
    const [drawnWidth, drawnHeight] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, Math.floor((size - drawnWidth) / 2), Math.floor((size - drawnHeight) / 2), drawnWidth, drawnHeight)
    return ok(pictureOf(size, size, 1, greyOf(context.getImageData(0, 0, size, size).data, darkGround)))
  } finally {
    bitmap.close()
  }
}

/** By the weights of ITU-R BT.601; turned round where the picture is mostly light and the ground is to be dark. */
function greyOf(rgba: Uint8ClampedArray, darkGround: boolean): Uint8Array {
  const grey = new Uint8Array(rgba.length / 4)
  let sum = 0
  for (let pixel = 0; pixel < grey.length; pixel++) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(pixel * 4, pixel * 4 + 3)
    const level = Math.floor((299 * red + 587 * green + 114 * blue + 500) / 1000)
    grey[pixel] = level
    sum += level
  }
  if (!darkGround || sum < 127.5 * grey.length) return grey
  return grey.map((level) => 255 - level)
}
