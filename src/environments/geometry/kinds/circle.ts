// A circle with its radius or its diameter: the other one, or the way around it and its area, which are multiples of π.

import { type Point, stroke } from '../../figure.ts'
import { quantity } from '../quantity.ts'
import type { Kind } from './kind.ts'

/** Variants: what is given (0 radius, 1 diameter) and what is asked (0 the other one, 2 the circumference, 4 the area). */
const RADIUS = 0
const AREA = 4

export const circle: Kind = {
  levels: ['radius and diameter, up to eighteen', 'radius and diameter, up to ninety-eight', 'circumference or area, as a multiple of π'],
  numbers(level, rng) {
    const given = rng.integer(2)
    const radius = level === 2 ? 1 + rng.integer(49) : 1 + rng.integer(9)
    return { a: given === RADIUS ? radius : 2 * radius, b: 0, variant: given + (level === 3 ? 2 + 2 * rng.integer(2) : 0) }
  },
  answer({ a, variant }) {
    const radius = variant % 2 === RADIUS ? a : a / 2
    if (variant >= AREA) return quantity(radius * radius, 'cm²', { pi: true })
    if (variant >= 2) return quantity(2 * radius, 'cm', { pi: true })
    return quantity(variant === RADIUS ? 2 * a : radius, 'cm')
  },
  asks: ({ variant }) => (variant >= AREA ? 'area' : variant >= 2 ? 'circumference' : variant === RADIUS ? 'diameter' : 'radius'),
  figure({ a, variant }) {
    const centre: Point = [500, 500]
    const line = variant % 2 === RADIUS ? stroke('given', centre, [1000, 500]) : stroke('given', [0, 500], [1000, 500])
    const dot = { kind: 'circle', centre, radius: 14, role: 'given' } as const
    const at: Point = [variant % 2 === RADIUS ? 750 : 500, 360]
    return [{ kind: 'circle', centre, radius: 500, role: 'outline' }, line, dot, { kind: 'label', text: String(a), at, place: 'first', unit: 'cm' }]
  },
  fewNumbers: true,
}
