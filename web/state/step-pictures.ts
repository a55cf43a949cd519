// The pictures of the step on view, by the id of their first row: the record holds hashes, the pictures are drawn again from the
// run's spec and found by them.

import { isPictureRow } from '../../src/base/picture-rows.ts'
import type { Picture } from '../../src/environments/picture.ts'
import type { ImageChunk, PlacedImage } from '../../src/service/index.ts'

export interface StepPicture extends Picture {
  /** Pixels of a square's side. */
  readonly patch: number
  /** As the base reads it. */
  readonly image: ImageChunk
}

export type StepPictures = ReadonlyMap<number, StepPicture>

/** Squares side by side: as the picture says, else as in a square picture. */
export function columnsOf(picture: StepPicture | null, rows: number): number {
  if (picture !== null) return Math.max(1, Math.floor(picture.width / picture.patch))
  const side = Math.sqrt(rows)
  return Number.isInteger(side) ? side : Math.min(rows, 8)
}

/** The pictures among these tokens, where they begin; null where one of them is not at hand. */
export function imagesAmong(tokens: Uint32Array, pictures: StepPictures): readonly PlacedImage[] | null {
  const images: PlacedImage[] = []
  for (const [start, id] of tokens.entries()) {
    if (!isPictureRow(id) || isPictureRow(tokens[start - 1] ?? 0)) continue
    const picture = pictures.get(id)
    if (picture === undefined) return null
    images.push({ start, image: picture.image })
  }
  return images
}

/** What was attended to of every square, the greatest as 1; null where no square was. */
export function squareShares(attended: ArrayLike<number>, start: number, rows: number): readonly number[] | null {
  const shares = Array.from({ length: rows }, (_, square) => attended[start + square] ?? 0)
  const most = Math.max(...shares)
  return most > 0 ? shares.map((share) => share / most) : null
}
