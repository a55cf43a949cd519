// From a problem to its figure, and from the figure to the small picture that a policy sees. `aligned` puts every digit into a
// patch of its own in the lowest row, which a tiny base can read; `moved` puts such a figure anywhere in a larger picture; `free` puts the
// numbers where a textbook does. Shape, ink and
// noise depend on the problem's own word alone: the same problem and style have the same bytes everywhere.

import { createRng, type Rng } from '../../base/random.ts'
import { type Figure, fitInto, type Label, moveShape, PLANE, type Shape, scaleInto } from '../figure.ts'
import { type Frame, frameOf, labelsOf, type PlacedSign, signsOf } from './digit-row.ts'
import { type FigureStyle, PATCH, TINY_STYLE } from './figure-style.ts'
import { GLYPH_HEIGHT, GLYPH_WIDTH } from './font.ts'
import { type GeometryProblem, kindOf } from './problem.ts'
import { addNoise, clear, createRaster, drawCircle, drawGlyph, drawLine, type Raster } from './raster.ts'

/** From this size on a picture has room for the arcs of its angles. */
const DETAILED = 128

/** Room around a figure for its labels, in the vector drawing. */
const MARGIN = 170
const MARGIN_SIDE = 270

export const figureOf = (problem: GeometryProblem): Figure => {
  const { toScale, figure } = kindOf(problem)
  const box = { x: MARGIN_SIDE, y: MARGIN, width: PLANE, height: PLANE * 0.8 }
  const side = { width: PLANE + 2 * MARGIN_SIDE, height: PLANE * 0.8 + 2 * MARGIN }
  let shapes = figure(problem)
  if (toScale) return { ...side, shapes: centred(shapes, side) }
  // Again with marks as large as they are to be: labels have one size, however much the figure is scaled. What they take changes the scale a little.
  for (let pass = 0; pass < 3; pass++) shapes = figure(problem, 1 / scaleInto(shapes, box))
  return { ...side, shapes: fitInto(shapes, box) }
}

function centred(shapes: readonly Shape[], { width, height }: { width: number; height: number }): Shape[] {
  const right = Math.max(...shapes.flatMap((shape) => (shape.kind === 'stroke' ? shape.points.map(([x]) => x) : [])))
  return moved(shapes, (width - right) / 2, height / 2, 1)
}

function moved(shapes: readonly Shape[], byX: number, byY: number, scale: number): Shape[] {
  return shapes.map((shape) => moveShape(shape, ([x, y]) => [x * scale + byX, y * scale + byY], scale))
}

/** The key spells "figure"; the item is the problem's word. */
const drawingRng = (problem: GeometryProblem): Rng => createRng([0x66696775, 0x7265], problem.drawing)

export function drawFigure(problem: GeometryProblem, style: FigureStyle = TINY_STYLE): Raster {
  const rng = drawingRng(problem)
  const raster = createRaster(style.size, style.size)
  const frame = frameOf(problem, style)
  const shapes = moved(placed(problem, { ...style, size: frame.size }, rng), frame.x, frame.y, 1)
  const faint = 105 + rng.integer(49)
  const bright = 180 + rng.integer(76)
  for (const shape of shapes) {
    if (shape.kind === 'label' || (shape.kind === 'stroke' && shape.detail === true && style.size < DETAILED)) continue
    drawShape(raster, shape, shape.role === 'outline' ? faint : bright)
  }
  const labels = labelsOf(shapes)
  for (const label of labels) {
    if (style.placement === 'free') drawFreely(raster, label, style, bright, rng)
    else drawInRow(raster, signsOf(label, labels, frame.size / PATCH), frame, style, bright, rng)
  }
  addNoise(raster, style.noise, rng)
  return raster
}

/** The shapes in pixels. */
function placed(problem: GeometryProblem, { size, placement }: FigureStyle, rng: Rng): Shape[] {
  const { toScale, figure } = kindOf(problem)
  const shapes = figure(problem)
  if (toScale) {
    // One unit is a sixteenth of the picture; the place is any that holds the whole of it.
    const scale = size / PLANE
    const unit = size / 16
    const right = Math.max(...shapes.flatMap((shape) => (shape.kind === 'stroke' ? shape.points.map(([x]) => x * scale) : [])))
    return moved(shapes, 1 + rng.integer(Math.max(1, size - 2 - Math.ceil(right))), unit + 1 + rng.integer(size - 2 * unit - 2), scale)
  }
  const free = placement === 'free'
  const margin = free ? Math.round(size / 6) + 2 : 2
  const [slackX, slackY] = [rng.integer(5), rng.integer(3)]
  const room = { width: size - 2 * margin - 1 - slackX, height: (free ? size - 2 * margin : size - PATCH - 3) - 1 - slackY }
  return fitInto(shapes, { x: margin + rng.integer(slackX + 1), y: margin + rng.integer(slackY + 1), ...room })
}

function drawShape(raster: Raster, shape: Exclude<Shape, Label>, ink: number): void {
  if (shape.kind === 'circle') {
    drawCircle(raster, Math.round(shape.centre[0]), Math.round(shape.centre[1]), shape.radius, ink)
    return
  }
  const pixels = shape.points.map(([x, y]) => [Math.round(x), Math.round(y)] as const)
  for (let i = 1; i < pixels.length; i++) {
    const [from, to] = [pixels[i - 1], pixels[i]]
    if (from !== undefined && to !== undefined) drawLine(raster, from[0], from[1], to[0], to[1], ink)
  }
}

function drawFreely(raster: Raster, label: Label, { size }: FigureStyle, ink: number, rng: Rng): void {
  const pitch = GLYPH_WIDTH + 1
  const width = label.text.length * pitch - 1
  const centre = size < DETAILED ? (label.aside ?? label.at) : label.at
  const limit = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value)))
  const x = limit(centre[0] - width / 2 + rng.integer(3) - 1, raster.width - width)
  const y = limit(centre[1] - GLYPH_HEIGHT / 2 + rng.integer(3) - 1, raster.height - GLYPH_HEIGHT)
  clear(raster, x - 1, y - 1, width + 2, GLYPH_HEIGHT + 2)
  for (const [index, sign] of [...label.text].entries()) drawGlyph(raster, sign, x + index * pitch, y, ink)
}

/** The lowest row of the frame belongs to the numbers. */
function drawInRow(raster: Raster, signs: readonly PlacedSign[], frame: Frame, { placement }: FigureStyle, ink: number, rng: Rng): void {
  const reach = placement === 'jittered' ? 4 : 2
  const [right, top] = [frame.x + frame.size - GLYPH_WIDTH, frame.y + frame.size - PATCH]
  for (const { sign, column } of signs) {
    const [dx, dy] = [rng.integer(reach), rng.integer(2)]
    drawGlyph(raster, sign, Math.min(right, frame.x + column * PATCH + dx + (reach === 2 ? 1 : 0)), top + dy, ink)
  }
}
