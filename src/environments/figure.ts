// A figure as vector data: lines, circles and labels in a plane whose y grows downwards. One description serves both readers: a
// page draws it crisp, rasterise.ts makes the small picture that a policy sees. Knows no problem and no pixel.

import { cosine, sine } from './angles.ts'

export type Point = readonly [x: number, y: number]

/** What a stroke means: the figure itself, what is known, what is asked for. */
export type Role = 'outline' | 'given' | 'asked'

export interface Stroke {
  readonly kind: 'stroke'
  readonly points: readonly Point[]
  readonly role: Role
  /** Says nothing that the labels do not say: left out of small pictures, where it would fill a corner. */
  readonly detail?: true
}

export interface Circle {
  readonly kind: 'circle'
  readonly centre: Point
  readonly radius: number
  readonly role: Role
}

/** A number or a question mark, centred on a point. `place`: which of the numbers it is where they stand in a row of their own. */
export interface Label {
  readonly kind: 'label'
  readonly text: string
  readonly at: Point
  readonly place: 'first' | 'second' | 'asked'
  /** Where it stands in a small picture, when there is no room for it at `at`. */
  readonly aside?: Point
  /** What a person reads behind the number: °, cm or nothing. */
  readonly unit: string
}

export type Shape = Stroke | Circle | Label

export interface Figure {
  readonly width: number
  readonly height: number
  readonly shapes: readonly Shape[]
}

/** The side of the square that figures are described in. */
export const PLANE = 1000

export const stroke = (role: Role, ...points: readonly Point[]): Stroke => ({ kind: 'stroke', points, role })

/** A point at a distance and an angle, counted from the right against the clock. */
export const towards = ([x, y]: Point, distance: number, degrees: number): Point => [x + distance * cosine(degrees), y - distance * sine(degrees)]

export const between = (a: Point, b: Point, share = 0.5): Point => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]

/** The arc that marks an angle, as short strokes: nothing but sums and products is needed to draw it. */
export function arc(role: Role, centre: Point, radius: number, from: number, to: number): Stroke {
  const pieces = Math.max(4, Math.ceil(Math.abs(to - from) / 6))
  return stroke(role, ...Array.from({ length: pieces + 1 }, (_, piece) => towards(centre, radius, from + ((to - from) * piece) / pieces)))
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The corners of what the strokes and circles take. */
function boundsOf(shapes: readonly Shape[]): readonly [left: number, right: number, top: number, bottom: number] {
  const points = shapes.flatMap((shape): Point[] => {
    if (shape.kind === 'stroke') return [...shape.points]
    if (shape.kind === 'label') return []
    const { centre, radius } = shape
    return [
      [centre[0] - radius, centre[1] - radius],
      [centre[0] + radius, centre[1] + radius],
    ]
  })
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
}

/** By how much the shapes are scaled to fill a box of this size without leaving it. */
export function scaleInto(shapes: readonly Shape[], { width, height }: Pick<Box, 'width' | 'height'>): number {
  const [left, right, top, bottom] = boundsOf(shapes)
  return Math.min(right > left ? width / (right - left) : Number.MAX_VALUE, bottom > top ? height / (bottom - top) : Number.MAX_VALUE)
}

/** The shapes moved and scaled to lie in the middle of a box, labels carried along. */
export function fitInto(shapes: readonly Shape[], box: Box): Shape[] {
  const [left, right, top, bottom] = boundsOf(shapes)
  const scale = scaleInto(shapes, box)
  const move = ([x, y]: Point): Point => [box.x + box.width / 2 + (x - (left + right) / 2) * scale, box.y + box.height / 2 + (y - (top + bottom) / 2) * scale]
  return shapes.map((shape) => moveShape(shape, move, scale))
}

/** A shape whose points are moved, and whose lengths are scaled. */
export function moveShape(shape: Shape, move: (point: Point) => Point, scale: number): Shape {
  if (shape.kind === 'stroke') return { ...shape, points: shape.points.map(move) }
  if (shape.kind === 'circle') return { ...shape, centre: move(shape.centre), radius: shape.radius * scale }
  return { ...shape, at: move(shape.at), ...(shape.aside === undefined ? {} : { aside: move(shape.aside) }) }
}
