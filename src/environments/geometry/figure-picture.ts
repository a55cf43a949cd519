// The picture of a problem as an environment gives it. A figure is drawn once and kept for a while: all siblings of a group look
// at the same one, at every turn. What is kept is only what drawing it again would give.

import { type Picture, pictureOf } from '../picture.ts'
import { drawFigure } from './draw-figure.ts'
import type { FigureStyle } from './figure-style.ts'
import type { GeometryProblem } from './problem.ts'

const KEPT = 256
const pictures = new Map<string, Picture>()

export function figurePicture(problem: GeometryProblem, style: FigureStyle): Picture {
  const { kind, a, b, variant, drawing } = problem
  const key = [kind, a, b, variant, drawing, style.size, style.placement, style.noise].join()
  const known = pictures.get(key)
  if (known !== undefined) return known
  const { width, height, pixels } = drawFigure(problem, style)
  const picture = pictureOf(width, height, 1, pixels)
  const [oldest] = pictures.keys()
  if (pictures.size >= KEPT && oldest !== undefined) pictures.delete(oldest)
  pictures.set(key, picture)
  return picture
}
