// The pixels of a picture as the address of an image: what a policy sees, square for square. Made once for every picture.

import { bytesOfPicture, type Picture } from '../../../src/environments/picture.ts'

const KEPT = 512
const urls = new Map<string, string | null>()

/** Null for a picture that cannot be drawn. */
export function pictureUrl(picture: Picture): string | null {
  const key = `${picture.width} ${picture.channels} ${picture.data}`
  const known = urls.get(key)
  if (known !== undefined) return known
  const [oldest] = urls.keys()
  if (urls.size >= KEPT && oldest !== undefined) urls.delete(oldest)
  const url = drawUrl(picture)
  urls.set(key, url)
  return url
}

function drawUrl(picture: Picture): string | null {
  const bytes = bytesOfPicture(picture)
  if (!bytes.ok) return null
  const { width, height, channels } = picture
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return null
  const image = context.createImageData(width, height)
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let colour = 0; colour < 3; colour++) image.data[pixel * 4 + colour] = bytes.value[pixel * channels + (channels === 3 ? colour : 0)] ?? 0
    image.data[pixel * 4 + 3] = 255
  }
  context.putImageData(image, 0, 0)
  return canvas.toDataURL()
}
