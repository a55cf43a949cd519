// A picture as an environment gives it: sizes and bytes, plain JSON, so that states and observations may hold it and a sandbox, a
// log or a file may carry it. Where it stands in a prompt is marked in the text. Knows no patches, no tokens and no canvas.

import { assert } from '../base/assert.ts'
import { fail, ok, type Result } from '../base/result.ts'

/** Grey (1 channel) or red, green, blue (3); one byte a sample, row by row from the top left, channels together. */
export type Picture = {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  /** The bytes in base64, padded. */
  readonly data: string
}

/** Longer sides are refused: nothing here reads them, and a hostile file may claim any. */
const GREATEST_SIDE = 4096

export function pictureOf(width: number, height: number, channels: 1 | 3, bytes: Uint8Array): Picture {
  assert(bytes.length === width * height * channels, `${bytes.length} bytes for ${width}×${height}×${channels}`)
  let text = ''
  for (let start = 0; start < bytes.length; start += 0x8000) text += String.fromCharCode(...bytes.subarray(start, start + 0x8000))
  return { width, height, channels, data: btoa(text) }
}

/** The bytes of any value that claims to be a picture, or what is wrong with it. */
export function bytesOfPicture({ width, height, channels, data }: Picture): Result<Uint8Array<ArrayBuffer>, string> {
  const isSide = (side: unknown): boolean => Number.isInteger(side) && Number(side) >= 1 && Number(side) <= GREATEST_SIDE
  if (!isSide(width) || !isSide(height)) return fail(`a picture has sides of 1 to ${GREATEST_SIDE} pixels, not ${width} × ${height}`)
  if (channels !== 1 && channels !== 3) return fail(`a picture has 1 or 3 channels, not ${channels}`)
  const expected = width * height * channels
  // What cannot be that long is not decoded.
  if (typeof data !== 'string' || data.length !== Math.ceil(expected / 3) * 4) return fail(`a picture of ${width} × ${height} × ${channels} has other data`)
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
    return bytes.length === expected ? ok(bytes) : fail(`a picture holds ${bytes.length} bytes instead of ${expected}`)
  } catch {
    return fail('the data of a picture is not base64')
  }
}
