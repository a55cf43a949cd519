// Problems of geometry as rows of a file: each the picture that a base reads, the question as its prompt has it, and the answer.
// Held-out problems alone: no shipped base has seen them.

import { createRng } from '../../src/base/random.ts'
import { drawFigure } from '../../src/environments/geometry/draw-figure.ts'
import type { FigureStyle } from '../../src/environments/geometry/figure-style.ts'
import type { Level } from '../../src/environments/geometry/kinds/kind.ts'
import { answerOf, askedOf, drawProblem, type KindName } from '../../src/environments/geometry/problem.ts'
import { formatQuantity } from '../../src/environments/geometry/quantity.ts'
import type { FigureRow } from './geometry3k-file.ts'
import { encodeGreyPng } from './png.ts'

export interface FigureChoice {
  readonly kind: KindName
  readonly level: Level
  readonly style: FigureStyle
}

/** The key spells "rows". */
const KEY = 0x726f7773

export function figureRows(count: number, seed: number, { kind, level, style }: FigureChoice): readonly FigureRow[] {
  return Array.from({ length: count }, (_, item) => {
    const problem = drawProblem(createRng([KEY, seed], item), [kind], level, 'heldOut')
    const { width, height, pixels } = drawFigure(problem, style)
    return { images: [encodeGreyPng(width, height, pixels)], problem: `<image>\n${askedOf(problem)}:`, answer: formatQuantity(answerOf(problem)) }
  })
}
