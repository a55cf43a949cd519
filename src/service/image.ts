// Pictures in a model's input. In the Tinker API, whose name ImageChunk bears, an input is a list of chunks, text as tokens and images.
// This service takes it laid flat: a token list has picture rows where an image stands, and says beside it which image begins where.
// Types only.

import type { Pixels } from '../base/picture-rows.ts'

/** How a base cuts pictures: squares of size × size pixels, each one row. Width and height are multiples of the size. */
export interface PatchShape {
  readonly size: number
  readonly channels: 1 | 3
}

/** Raw pixels, in the channels that the base reads: what is drawn needs no codec. */
export interface ImageChunk extends Pixels {
  readonly type: 'image'
  /** The token rows that it becomes: (width / size) · (height / size). */
  readonly expectedTokens: number
}

/** An image of a flat token list: tokens [start, start + expectedTokens) are its rows, ids from base/picture-rows.ts. */
export interface PlacedImage {
  readonly start: number
  readonly image: ImageChunk
}
