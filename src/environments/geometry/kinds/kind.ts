// What every kind of problem says of itself: how its numbers are drawn, what the answer is, and the figure that holds the numbers.
// A problem is a few whole numbers; everything else is computed from them. Knows no text of prompts and no pixels.

import type { Rng } from '../../../base/random.ts'
import type { Shape } from '../../figure.ts'
import type { Quantity } from '../quantity.ts'

export type Numbers = {
  readonly a: number
  readonly b: number
  /** Which of a kind's forms: what is given and what is asked. */
  readonly variant: number
}

export type Level = 1 | 2 | 3

export interface Kind {
  /** In the order of difficulty: what the level adds, as part of a sentence. */
  readonly levels: readonly [string, string, string]
  numbers(level: Level, rng: Rng): Numbers
  answer(numbers: Numbers): Quantity
  /** What is asked, in one word: the numbers stand in the figure alone. */
  asks(numbers: Numbers): string
  /** `unit`: what a length of one in the drawing for people is here; marks of angles and the places of labels go by it. */
  figure(numbers: Numbers, unit?: number): readonly Shape[]
  /** The figure's size means something: it is not scaled to fill its place. */
  readonly toScale?: true
  /** So few numbers that parts of the problem set are told apart by pictures instead of by numbers. */
  readonly fewNumbers?: true
}
