// What a base for geometry is pretrained on: figures with their questions and answers, and lines of the sums that the answers need.
// Train problems alone. With noise a share of the answers slips by one or ten, so that a base knows answers which it does not
// always give. A pure function of an Rng; knows nothing of tokens.

import { at } from '../../base/assert.ts'
import { PICTURE_MARK } from '../../base/picture-mark.ts'
import type { Rng } from '../../base/random.ts'
import type { Picture } from '../picture.ts'
import { spellPicture } from './digit-row.ts'
import { figurePicture } from './figure-picture.ts'
import { type FigureStyle, TINY_STYLE } from './figure-style.ts'
import type { Level } from './kinds/kind.ts'
import { answerOf, askedOf, drawProblem, type GeometryProblem, type KindName } from './problem.ts'
import { formatQuantity, type Quantity, quantity } from './quantity.ts'
import { promptOf, STOP } from './task.ts'

/** A line of text, and a picture for every mark in it. */
export interface PictureLine {
  readonly text: string
  readonly pictures: readonly Picture[]
}

/** What may be drawn: each as likely as it is often in its list. */
export interface FigureChoice {
  readonly kinds: readonly (readonly [KindName, Level])[]
  readonly styles: readonly FigureStyle[]
}

export interface FigureMix extends FigureChoice {
  /** The share of lines that are text alone. */
  readonly textShare: number
  /** The share of figure lines that go on after a wrong answer: the oracle says no, and another one is given. */
  readonly againShare: number
}

const TINY_TRIANGLES: FigureChoice = { kinds: [['triangle', 2]], styles: [TINY_STYLE] }

/** Half triangles, a quarter rulers, a quarter text: what bases of sixty thousand parameters are known to read. */
export const TINY_MIX: FigureMix = {
  kinds: [
    ['triangle', 2],
    ['triangle', 2],
    ['ruler', 2],
  ],
  textShare: 0.25,
  styles: [TINY_STYLE],
  againShare: 0,
}

/** One alone spends no random number. */
const choose = <T>(list: readonly T[], rng: Rng): T => at(list, list.length === 1 ? 0 : rng.integer(list.length))

function chooseFigure({ kinds, styles }: FigureChoice, rng: Rng): { readonly problem: GeometryProblem; readonly style: FigureStyle } {
  const [kind, level] = choose(kinds, rng)
  return { problem: drawProblem(rng, [kind], level, 'train'), style: choose(styles, rng) }
}

export function figureLine(rng: Rng, noise: number, mix: FigureMix = TINY_MIX): PictureLine {
  if (rng.float() < mix.textShare) return { text: sumLine(rng), pictures: [] }
  const { problem, style } = chooseFigure(mix, rng)
  const picture = figurePicture(problem, style)
  const right = answerOf(problem)
  const prompt = promptOf({ asked: askedOf(problem), picture, said: null })
  let text = prompt
  if (rng.float() < mix.againShare) {
    const wrong = formatQuantity(slipped(right, rng))
    text += `${wrong}${STOP}${promptOf({ asked: askedOf(problem), picture: null, said: wrong })}`
  }
  const answer = noise > 0 && rng.float() < noise ? slipped(right, rng) : right
  return { text: `${text}${formatQuantity(answer)}${STOP}`, pictures: [picture] }
}

/** The numbers that a figure holds, read off it. A base that is told them learns to see several times sooner than by answers alone. */
export function numbersLine(rng: Rng, choice: FigureChoice = TINY_TRIANGLES): PictureLine {
  const { problem, style } = chooseFigure(choice, rng)
  const numbers = [problem.a, problem.b].filter((number) => number !== 0).join()
  return { text: `${PICTURE_MARK}\nnumbers:${numbers}${STOP}`, pictures: [figurePicture(problem, style)] }
}

/**
 * The same question with signs where the figure's rows stand, a digit where a digit is drawn: what is to be done with the numbers can
 * be learned in words, and seeing has only to take their place.
 */
export function spelledLine(rng: Rng, choice: FigureChoice = TINY_TRIANGLES): string {
  const { problem, style } = chooseFigure(choice, rng)
  return `${spellPicture(problem, style)}\n${askedOf(problem)}:${formatQuantity(answerOf(problem))}${STOP}`
}

/** Off by one or by ten; never zero or less. */
function slipped({ factor, unit, root, pi }: Quantity, rng: Rng): Quantity {
  const size = rng.integer(2) === 0 ? 1 : 10
  const less = rng.integer(2) === 0 && factor > size
  return quantity(less ? factor - size : factor + size, unit, { root, pi })
}

/** The sums behind the answers: `180-40-60=80`, `40+60=100`. Triangles of the train part alone. */
function sumLine(rng: Rng): string {
  const { a, b } = drawProblem(rng, ['triangle'], 2, 'train')
  return rng.integer(2) === 0 ? `\n180-${a}-${b}=${180 - a - b}\n` : `\n${a}+${b}=${a + b}\n`
}
