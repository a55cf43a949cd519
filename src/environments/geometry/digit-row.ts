// Where the digits of a figure stand when each has a patch of its own: in the lowest row of a frame, which is the whole picture or,
// where figures are moved, a smaller square anywhere in it, patch by patch. Whoever draws a figure, spells it out in words or tells
// what a patch shows asks here. Knows labels and numbers of patches; draws nothing.

import { createRng } from '../../base/random.ts'
import type { Label, Shape } from '../figure.ts'
import type { FigureStyle } from './figure-style.ts'
import { PATCH, TINY_STYLE } from './figure-style.ts'
import { type GeometryProblem, kindOf } from './problem.ts'

/** In pixels. */
export interface Frame {
  readonly x: number
  readonly y: number
  readonly size: number
}

/** The key spells "moved"; the item is the problem's word, so that a problem stands where it stands. */
export function frameOf({ drawing }: GeometryProblem, { size, placement }: FigureStyle): Frame {
  if (placement !== 'moved') return { x: 0, y: 0, size }
  const rng = createRng([0x6d6f7665, 0x64], drawing)
  const places = (size - TINY_STYLE.size) / PATCH + 1
  return { x: PATCH * rng.integer(places), y: PATCH * rng.integer(places), size: TINY_STYLE.size }
}

export interface PlacedSign {
  readonly sign: string
  /** Of the frame's columns of patches. */
  readonly column: number
}

/** The signs of one label, from the left. What is asked has none: outline and question say it. */
export function signsOf(label: Label, all: readonly Label[], columns: number): readonly PlacedSign[] {
  if (label.place === 'asked') return []
  const single = all.filter(({ place }) => place !== 'asked').length === 1
  const last = label.place === 'second' ? columns - 1 : single ? 2 : 1
  return [...label.text].map((sign, index) => ({ sign, column: last - (label.text.length - 1 - index) }))
}

export const labelsOf = (shapes: readonly Shape[]): readonly Label[] => shapes.filter((shape) => shape.kind === 'label')

/** What the patches of a picture show, row by row from the top left: a digit, or a space for everything else. */
export function spellPicture(problem: GeometryProblem, style: FigureStyle): string {
  const { x, y, size } = frameOf(problem, style)
  const columns = style.size / PATCH
  const signs = Array.from({ length: columns * columns }, () => ' ')
  const row = (y + size) / PATCH - 1
  const labels = labelsOf(kindOf(problem).figure(problem))
  for (const label of labels) for (const { sign, column } of signsOf(label, labels, size / PATCH)) signs[row * columns + x / PATCH + column] = sign
  return signs.join('')
}
