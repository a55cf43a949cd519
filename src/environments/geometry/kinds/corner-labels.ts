// Where the labels of angles stand in the drawing for people: a triangle's inside their corners, past the arc and clear of every side,
// as near as there is room, and outside the corner where there is none; those at a crossing between its lines. Knows corners and sizes; draws nothing.

import { at } from '../../../base/assert.ts'
import { cosine, sine } from '../../angles.ts'
import { type Point, towards } from '../../figure.ts'

export interface Corner {
  readonly at: Point
  /** Where the line that halves the angle leads, in degrees against the clock from the right. */
  readonly middle: number
  /** `asked`: a question mark, narrower than a number. null: nothing is written there. */
  readonly label: 'number' | 'asked' | null
}

/** Half of what a label takes, with a little air, in units of the drawing. */
const HALF_HEIGHT = 46
const HALF_WIDTH = { number: 72, asked: 38 } as const
/** Distances from the corner that are tried. */
const [FARTHEST, PACE] = [460, 12]
const OUTSIDE = 60
const MOST_FROM_CROSSING = 360
/** Between an arc and a label. */
const AIR = 22

export interface Marks {
  /** Of the arcs. */
  readonly radius: number
  /** Where other marks end, such as the ticks of equal sides. */
  readonly points: readonly Point[]
}

/** The place of every corner's label; two that are in each other's way go outside both. `unit` is a length of one in the drawing. */
export function labelPlaces(corners: readonly [Corner, Corner, Corner], marks: Marks, unit: number): readonly [left: Point, right: Point, top: Point] {
  const inside = corners.map((corner) => placeInside(corner, corners, marks, unit))
  const inTheWay = (one: number, other: number): boolean => {
    const [a, b] = [at(inside, one), at(inside, other)]
    if (one === other || a === null || b === null) return false
    const across = halfWidth(at(corners, one)) + halfWidth(at(corners, other))
    return Math.abs(a[0] - b[0]) < across * unit && Math.abs(a[1] - b[1]) < 2 * HALF_HEIGHT * unit
  }
  const place = (index: number): Point => {
    const own = at(inside, index)
    return own !== null && !corners.some((_, other) => inTheWay(index, other)) ? own : placeOutside(at(corners, index), unit)
  }
  return [place(0), place(1), place(2)]
}

const halfWidth = ({ label }: Corner): number => (label === null ? 0 : HALF_WIDTH[label])

/** Null where it would lie on a side or on another corner's arc. */
function placeInside(corner: Corner, corners: readonly [Corner, Corner, Corner], { radius, points }: Marks, unit: number): Point | null {
  if (corner.label === null) return null
  const [width, height] = [halfWidth(corner) * unit, HALF_HEIGHT * unit]
  for (let distance = radius; distance <= FARTHEST * unit; distance += PACE * unit) {
    const place = towards(corner.at, distance, corner.middle)
    const clear = corners.every(({ at: from, label }, index) => {
      const to = at(corners, (index + 1) % 3).at
      const arcAway = label === null || distanceToBox(from, place, width, height) >= radius + AIR * unit
      return arcAway && isClearOf(place, from, to, width, height)
    })
    if (clear && points.every((point) => distanceToBox(point, place, width, height) > 0)) return place
  }
  return null
}

const placeOutside = ({ at: corner, middle, label }: Corner, unit: number): Point =>
  towards(corner, (OUTSIDE + reach(middle, label === null ? 0 : HALF_WIDTH[label] / 2, HALF_HEIGHT / 2)) * unit, middle + 180)

/** From a point to a box around `place`. */
function distanceToBox([x, y]: Point, [placeX, placeY]: Point, width: number, height: number): number {
  const [across, up] = [Math.max(0, Math.abs(x - placeX) - width), Math.max(0, Math.abs(y - placeY) - height)]
  return Math.sqrt(across * across + up * up)
}

/** How far a box reaches from its middle in a direction. */
const reach = (degrees: number, width: number, height: number): number =>
  Math.min(width / Math.max(1e-9, Math.abs(cosine(degrees))), height / Math.max(1e-9, Math.abs(sine(degrees))))

/** Whether a box around `place` lies wholly to the left of the way from one point to the other. */
function isClearOf([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point, width: number, height: number): boolean {
  const [byX, byY] = [toX - fromX, toY - fromY]
  return byY * (x - fromX) - byX * (y - fromY) >= Math.abs(byY) * width + Math.abs(byX) * height
}

/** How far from a crossing a label is clear of the arc and of both lines that its angle lies between, within reason. */
export function clearDistance(from: number, to: number, label: 'number' | 'asked', radius: number): number {
  const [width, height] = [HALF_WIDTH[label], HALF_HEIGHT]
  const needed = [from, to].map((leg) => Math.abs(sine(leg)) * width + Math.abs(cosine(leg)) * height)
  let distance = Math.max(...needed) / sine((to - from) / 2)
  while (distanceToBox([0, 0], towards([0, 0], distance, (from + to) / 2), width, height) < radius + AIR) distance += PACE
  return Math.min(MOST_FROM_CROSSING, distance)
}
