// The ids of picture rows. A picture stands in a token list as so many rows; their ids belong to no vocabulary and are the
// picture's own SHA-256, 31 bits a row. So whatever compares or hashes token lists (shared prefixes, prompt hashes, digests)
// tells pictures apart without looking at one. Knows bytes and sizes; knows no patches and no model.

import { sha256 } from '@noble/hashes/sha2.js'

/** Ids from here on are picture rows; no vocabulary reaches them. */
export const FIRST_PICTURE_ROW = 0x80000000

export const isPictureRow = (id: number): boolean => id >= FIRST_PICTURE_ROW

/** The raw pixels of a picture: bytes row by row from the top left, channels together. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly data: Uint8Array
}

/** 31-bit pieces that one digest gives. */
const PER_DIGEST = 8

/** The ids of the `rows` rows of a picture. From eight rows on they hold its hash whole. */
export function pictureRowIds({ width, height, channels, data }: Pixels, rows: number): Uint32Array {
  const first = sha256
    .create()
    .update(words([width, height, channels, rows]))
    .update(data)
    .digest()
  const ids = new Uint32Array(rows)
  for (let row = 0; row < rows; row++) {
    const block = Math.floor(row / PER_DIGEST)
    const digest =
      block === 0
        ? first
        : sha256
            .create()
            .update(first)
            .update(words([block]))
            .digest()
    const view = new DataView(digest.buffer, digest.byteOffset)
    ids[row] = FIRST_PICTURE_ROW + (view.getUint32((row % PER_DIGEST) * 4, true) & 0x7fffffff)
  }
  return ids
}

function words(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4)
  const view = new DataView(bytes.buffer)
  values.forEach((value, index) => {
    view.setUint32(index * 4, value, true)
  })
  return bytes
}
