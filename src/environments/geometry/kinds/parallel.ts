// Two parallel lines and one that crosses them: an angle at one crossing is given, one at the other is asked. They are equal, or
// they make 180° together. At the third level the given angle comes in two parts.

import { arc, type Point, stroke, towards } from '../../figure.ts'
import { quantity } from '../quantity.ts'
import { clearDistance } from './corner-labels.ts'
import type { Kind, Numbers } from './kind.ts'

/** Variant: the quadrant of the given angle times four, plus that of the asked one; quadrants count from the upper right against the clock. */
const quadrants = ({ variant }: Numbers): [given: number, asked: number] => [Math.floor(variant / 4) % 4, variant % 4]

/** Where a quadrant's angle begins and ends, between the level line and the crossing one at `slope` degrees. */
function spanOf(quadrant: number, slope: number): [from: number, to: number] {
  const spans: readonly [number, number][] = [
    [0, slope],
    [slope, 180],
    [180, 180 + slope],
    [180 + slope, 360],
  ]
  return spans[quadrant] ?? [0, slope]
}

const BEYOND_LABEL = 100

export const parallel: Kind = {
  levels: ['corresponding angles, multiples of five', 'any two angles', 'the given angle in two parts'],
  numbers(level, rng) {
    if (level === 1) {
      const quadrant = rng.integer(4)
      return { a: 30 + 5 * rng.integer(25), b: 0, variant: 5 * quadrant }
    }
    const variant = rng.integer(16)
    return level === 2 ? { a: 30 + rng.integer(121), b: 0, variant } : { a: 15 + rng.integer(55), b: 15 + rng.integer(55), variant }
  },
  answer(numbers) {
    const [given, asked] = quadrants(numbers)
    const whole = numbers.a + numbers.b
    return quantity((given - asked) % 2 === 0 ? whole : 180 - whole, '°')
  },
  asks: () => 'angle',
  figure(numbers, unit) {
    const [given, asked] = quadrants(numbers)
    const whole = numbers.a + numbers.b
    const slope = given % 2 === 0 ? whole : 180 - whole
    const [upper, lower] = [
      [500, 250],
      [500, 750],
    ] as const satisfies Point[]
    // The lower crossing lies where the line through the upper one meets the lower line.
    const [toLower] = towards([0, 0], 1, slope)
    const [, rise] = towards([0, 0], 1, slope)
    const shift = (toLower / -rise) * 250
    const [at, under]: [Point, Point] = [
      [upper[0] + shift, upper[1]],
      [lower[0] - shift, lower[1]],
    ]
    const [givenFrom, givenTo] = spanOf(given, slope)
    const [askedFrom, askedTo] = spanOf(asked, slope)
    const size = unit ?? 1
    const radius = 100 * size
    const label = (text: string, centre: Point, [from, to]: readonly [number, number], place: 'first' | 'second' | 'asked') => {
      const degrees = (from + to) / 2
      const distance = unit === undefined ? 190 : unit * clearDistance(from, to, place === 'asked' ? 'asked' : 'number', 100)
      const aside = towards(centre, place === 'second' ? 430 : 250, degrees)
      return { kind: 'label', text, at: towards(centre, distance, degrees), aside, place, unit: place === 'asked' ? '' : '°' } as const
    }
    const cut = givenFrom + numbers.a
    const labels = [
      label('?', under, [askedFrom, askedTo], 'asked'),
      ...(numbers.b === 0
        ? [label(String(numbers.a), at, [givenFrom, givenTo], 'first')]
        : [label(String(numbers.a), at, [givenFrom, cut], 'first'), label(String(numbers.b), at, [cut, givenTo], 'second')]),
    ]
    // For people the lines go on past the labels.
    const past = unit === undefined ? [] : labels.flatMap(({ at: [x] }) => [x - BEYOND_LABEL * unit, x + BEYOND_LABEL * unit])
    const [first, last] = [Math.min(0, ...past), Math.max(1000, ...past)]
    return [
      stroke('outline', [first, 250], [last, 250]),
      stroke('outline', [first, 750], [last, 750]),
      stroke('outline', towards(at, 260, slope), towards(under, 260, slope + 180)),
      arc('given', at, radius, givenFrom, givenTo),
      arc('asked', under, radius, askedFrom, askedTo),
      ...(numbers.b === 0 ? [] : [stroke('given', at, towards(at, 240 * size, cut))]),
      ...labels,
    ]
  },
}
