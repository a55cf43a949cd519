// A right triangle with whole sides: two are given, the third is asked. At the third level only the legs are whole and the answer
// is a root.

import { at } from '../../../base/assert.ts'
import { between, type Point, stroke } from '../../figure.ts'
import { quantity, rootOf } from '../quantity.ts'
import type { Kind, Numbers } from './kind.ts'

type Triple = readonly [short: number, long: number, hypotenuse: number]

/** All right triangles with whole sides below a hundred, the shorter leg first. */
const TRIPLES: readonly Triple[] = (() => {
  const found: Triple[] = []
  for (let c = 5; c < 100; c++) {
    for (let a = 3; 2 * a * a < c * c; a++) {
      const b = Math.round(Math.sqrt(c * c - a * a))
      if (a * a + b * b === c * c) found.push([a, b, c])
    }
  }
  return found
})()

const SMALL = TRIPLES.filter(([, , c]) => c <= 30)

/** Half of what `41 cm` takes in the drawing, and some air. */
const [HALF_WIDTH, HALF_HEIGHT] = [130, 66]

/** Variant 0: both legs are given. 1: the upright leg `a` and the hypotenuse `b`. 2: as 0, and the answer is a root. */
function sides({ a, b, variant }: Numbers): { upright: number; level: number } {
  return variant === 1 ? { upright: a, level: Math.sqrt(b * b - a * a) } : { upright: a, level: b }
}

export const right: Kind = {
  levels: ['the hypotenuse of small whole triangles', 'any side of whole triangles', 'the hypotenuse as a root'],
  numbers(level, rng) {
    if (level === 3) return { a: 1 + rng.integer(12), b: 1 + rng.integer(12), variant: 2 }
    const [short, long, hypotenuse] = level === 1 ? at(SMALL, rng.integer(SMALL.length)) : at(TRIPLES, rng.integer(TRIPLES.length))
    const [first, other] = rng.integer(2) === 0 ? [short, long] : [long, short]
    return level === 1 || rng.integer(2) === 0 ? { a: first, b: other, variant: 0 } : { a: first, b: hypotenuse, variant: 1 }
  },
  answer: ({ a, b, variant }) => (variant === 1 ? quantity(Math.round(Math.sqrt(b * b - a * a)), 'cm') : rootOf(a * a + b * b, 'cm')),
  asks: () => 'side',
  figure(numbers, givenUnit) {
    const unit = givenUnit ?? 1
    const { upright, level } = sides(numbers)
    const scale = 1000 / Math.max(upright, level)
    // The corner is at the lower left; very flat triangles are drawn a little less so, like in any textbook.
    const [w, h] = [Math.max(level * scale, 250), Math.max(upright * scale, 250)]
    const [corner, top, end] = [
      [0, 1000],
      [0, 1000 - h],
      [w, 1000],
    ] as const satisfies Point[]
    const mark = stroke('given', [0, 1000 - 80 * unit], [80 * unit, 1000 - 80 * unit], [80 * unit, 1000])
    const [onUpright, onLevel, onLong] = [between(corner, top), between(corner, end), between(top, end)]
    const label = (text: string, [x, y]: Point, place: 'first' | 'second' | 'asked') =>
      ({ kind: 'label', text, at: [x, y], place, unit: place === 'asked' ? '' : 'cm' }) as const
    // For people the label stands off the long side at a right angle, as far as its words are wide.
    const long = Math.sqrt(w * w + h * h)
    const off = (unit * (HALF_WIDTH * h + HALF_HEIGHT * w)) / long
    const outsideLong: Point = givenUnit === undefined ? [onLong[0] + 90, onLong[1] - 60] : [onLong[0] + (off * h) / long, onLong[1] - (off * w) / long]
    const given = { ...label(String(numbers.a), [onUpright[0] - 150 * unit, onUpright[1]], 'first'), aside: [onUpright[0] - 120, onUpright[1]] as const }
    const outline = stroke('outline', corner, end, top, corner)
    return numbers.variant === 1
      ? [
          outline,
          mark,
          stroke('asked', corner, end),
          given,
          label(String(numbers.b), outsideLong, 'second'),
          label('?', [onLevel[0], 1000 + 90 * unit], 'asked'),
        ]
      : [outline, mark, stroke('asked', top, end), given, label(String(numbers.b), [onLevel[0], 1000 + 90 * unit], 'second'), label('?', outsideLong, 'asked')]
  },
}
