// The third angle of a triangle: 180° less the two that are given, drawn to scale. At the third level the triangle has two equal
// sides, marked by ticks, and one angle is given.

import { cosine, sine } from '../../angles.ts'
import { arc, between, type Point, stroke, towards } from '../../figure.ts'
import { quantity } from '../quantity.ts'
import { type Corner, labelPlaces } from './corner-labels.ts'
import type { Kind } from './kind.ts'

const LEAST = 20
const SPAN = 61

/** Two angles at the base and the length of the base decide the top. */
function topOf(a: number, b: number, base: number): Point {
  const third = 180 - a - b
  const side = (base * sine(b)) / sine(third)
  return [side * cosine(a), 1000 - side * sine(a)]
}

export const triangle: Kind = {
  levels: ['two angles, multiples of five', 'two angles', 'two equal sides and one angle'],
  numbers(level, rng) {
    if (level === 1) return { a: LEAST + 5 * rng.integer(13), b: LEAST + 5 * rng.integer(13), variant: 0 }
    if (level === 2) return { a: LEAST + rng.integer(SPAN), b: LEAST + rng.integer(SPAN), variant: 0 }
    // Even angles at the top have whole angles at the base.
    return rng.integer(2) === 0 ? { a: 20 + 2 * rng.integer(56), b: 0, variant: 1 } : { a: 20 + rng.integer(56), b: 0, variant: 2 }
  },
  answer: ({ a, b, variant }) => quantity(variant === 0 ? 180 - a - b : variant === 1 ? (180 - a) / 2 : 180 - 2 * a, '°'),
  asks: () => 'angle',
  figure({ a, b, variant }, unit = 1) {
    const [left, right] = variant === 0 ? [a, b] : variant === 1 ? [(180 - a) / 2, (180 - a) / 2] : [a, a]
    const [start, end] = [
      [0, 1000],
      [1000, 1000],
    ] as const satisfies Point[]
    const top = topOf(left, right, 1000)
    const outline = stroke('outline', start, end, top, start)
    const radius = Math.min(130 * unit, 300)
    const leftArc = (role: 'given' | 'asked') => arc(role, start, radius, 0, left)
    const rightArc = (role: 'given' | 'asked') => arc(role, end, radius, 180 - right, 180)
    const topArc = (role: 'given' | 'asked') => arc(role, top, radius, 180 + left, 360 - right)
    const corners: readonly [Corner, Corner, Corner] = [
      { at: start, middle: left / 2, label: variant === 1 ? 'asked' : 'number' },
      { at: end, middle: 180 - right / 2, label: variant === 0 ? 'number' : null },
      { at: top, middle: 270 + (left - right) / 2, label: variant === 1 ? 'number' : 'asked' },
    ]
    const ticks = (variant === 0 ? [] : [between(start, top), between(end, top)]).map((half, side) => {
      const across = side === 0 ? left + 90 : 90 - right
      return stroke('given', towards(half, 35 * unit, across), towards(half, 35 * unit, across + 180))
    })
    const marks = { radius, points: ticks.flatMap(({ points }) => points) }
    const [inLeft, inRight, inTop] = labelPlaces(corners, marks, unit)
    const middle = between(between(start, end), top, 1 / 3)
    const label = (text: string, at: Point, corner: Point, place: 'first' | 'second' | 'asked') => {
      const away = Math.sqrt((corner[0] - middle[0]) ** 2 + (corner[1] - middle[1]) ** 2)
      const aside = between(middle, corner, 1 + 130 / away)
      return { kind: 'label', text, at, aside, place, unit: place === 'asked' ? '' : '°' } as const
    }
    if (variant === 0) {
      const arcs = [leftArc('given'), rightArc('given'), topArc('asked')].map((shape) => ({ ...shape, detail: true }) as const)
      return [outline, ...arcs, label(String(a), inLeft, start, 'first'), label(String(b), inRight, end, 'second'), label('?', inTop, top, 'asked')]
    }
    if (variant === 1) return [outline, ...ticks, topArc('given'), leftArc('asked'), label(String(a), inTop, top, 'first'), label('?', inLeft, start, 'asked')]
    return [outline, ...ticks, leftArc('given'), topArc('asked'), label(String(a), inLeft, start, 'first'), label('?', inTop, top, 'asked')]
  },
}
