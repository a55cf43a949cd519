// A prompt on its way into an episode: its text becomes tokens, and every picture in it becomes rows where its mark stands. Knows
// the tokenizer and how the base cuts pictures; knows no rules and no policy.

import { tokenloomError } from '../base/errors.ts'
import { PICTURE_MARK } from '../base/picture-mark.ts'
import { type Pixels, pictureRowIds } from '../base/picture-rows.ts'
import { bytesOfPicture, type Picture } from '../environments/picture.ts'
import type { ImageChunk, PatchShape, PlacedImage } from '../service/index.ts'
import type { Tokenizer } from './tokenizer.ts'

export interface EncodedPrompt {
  readonly tokens: Uint32Array
  /** Empty where the prompt is text alone. */
  readonly images: readonly PlacedImage[]
}

/**
 * Throws a plain error where marks and pictures do not go together (the environment's fault), PICTURE_UNSUPPORTED where this
 * base does not see, PICTURE_INVALID where it cannot cut a picture of that size.
 */
export function encodePrompt(tokenizer: Pick<Tokenizer, 'encode' | 'patch'>, text: string, pictures: readonly Picture[] = []): EncodedPrompt {
  if (pictures.length === 0 && !text.includes(PICTURE_MARK)) return { tokens: tokenizer.encode(text), images: [] }
  const texts = text.split(PICTURE_MARK)
  if (texts.length !== pictures.length + 1) throw new Error(`the prompt marks ${texts.length - 1} pictures and comes with ${pictures.length}`)
  const { patch } = tokenizer
  if (patch === undefined)
    throw tokenloomError('PICTURE_UNSUPPORTED', 'This environment shows pictures, and the base reads text alone.', 'Choose a base that sees.', 'base')
  const lists: Uint32Array[] = []
  const images: PlacedImage[] = []
  let length = 0
  const append = (tokens: Uint32Array): void => {
    lists.push(tokens)
    length += tokens.length
  }
  texts.forEach((piece, index) => {
    if (piece !== '') append(tokenizer.encode(piece))
    const picture = pictures[index]
    if (picture === undefined) return
    const image = imageOf(picture, patch)
    images.push({ start: length, image })
    append(pictureRowIds(image, image.expectedTokens))
  })
  const tokens = new Uint32Array(length)
  let offset = 0
  for (const list of lists) {
    tokens.set(list, offset)
    offset += list.length
  }
  return { tokens, images }
}

/** A picture as the base reads it: in its channels, with the number of rows that it becomes. */
export function imageOf(picture: Picture, patch: PatchShape): ImageChunk {
  const { width, height, channels } = picture
  const bytes = bytesOfPicture(picture)
  if (!bytes.ok) throw new Error(bytes.error)
  if (width % patch.size !== 0 || height % patch.size !== 0)
    throw tokenloomError(
      'PICTURE_INVALID',
      `A picture of ${width} × ${height} pixels cannot be cut into squares of ${patch.size}.`,
      `Give pictures whose sides are multiples of ${patch.size}, or choose another base.`,
    )
  const pixels = inChannels({ width, height, channels, data: bytes.value }, patch.channels)
  return { type: 'image', ...pixels, expectedTokens: (width / patch.size) * (height / patch.size) }
}

/** Grey by the weights of ITU-R BT.601, in whole numbers so that every machine rounds alike. */
function inChannels(pixels: Pixels, channels: 1 | 3): Pixels {
  if (pixels.channels === channels) return pixels
  const count = pixels.width * pixels.height
  const data = new Uint8Array(count * channels)
  for (let i = 0; i < count; i++) {
    if (channels === 1) {
      const [red = 0, green = 0, blue = 0] = pixels.data.subarray(i * 3, i * 3 + 3)
      data[i] = (299 * red + 587 * green + 114 * blue + 500) / 1000
    } else data.fill(pixels.data[i] ?? 0, i * 3, i * 3 + 3)
  }
  return { ...pixels, channels, data }
}
