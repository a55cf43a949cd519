// Words of figures and pictures: what a policy sees, what became of a try, where a row of a picture stands.

import type { Picture } from '../../src/environments/picture.ts'
import type { FigureScene } from '../../src/environments/scene.ts'
import { significant } from './numbers.ts'

export const SEEN_TITLE = 'What the policy sees'

export function seenWords({ width, height }: Picture, squares: number, shares?: readonly number[]): string {
  const marked = shares === undefined ? '' : ` Most was attended to square ${1 + shares.indexOf(Math.max(...shares))}.`
  return `What the policy sees: ${width} by ${height} pixels in ${squares} squares, each a row of the sequence.${marked}`
}

const TRY_WORDS: Readonly<Record<FigureScene['tries'][number]['verdict'], string>> = {
  right: 'right',
  wrong: 'wrong',
  unreadable: 'not to be read as an answer',
}
export const tryWords = (verdict: FigureScene['tries'][number]['verdict']): string => TRY_WORDS[verdict]

/** A row of a picture in words: `square 6 of 16`. */
export const squareWords = (square: number, of: number): string => `square ${square + 1} of ${of} of a picture`

export const PICTURE_ROW_WHY =
  'A square of a picture: it is projected into the sequence and read like a token, but no token of the vocabulary, and nobody is trained to write it.'

export const attendedWords = (share: number): string =>
  `${significant(share)} of its attention went to the picture, the rest to text: the mean over layers and heads, by the frame of every square.`
