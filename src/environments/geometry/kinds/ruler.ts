// A bar with ticks: how many units long is it? The only kind without a number in its figure: the length itself has to be seen.

import { type Shape, stroke } from '../../figure.ts'
import { quantity } from '../quantity.ts'
import type { Kind } from './kind.ts'

/** A sixteenth of the picture. */
const TICK = 62.5

export const ruler: Kind = {
  levels: ['up to seven units', 'up to fourteen units', 'up to fourteen units, ticks on every second'],
  numbers(level, rng) {
    if (level === 1) return { a: 1 + rng.integer(7), b: 0, variant: 0 }
    return { a: 1 + rng.integer(14), b: 0, variant: level === 2 ? 0 : 1 }
  },
  answer: ({ a }) => quantity(a, 'cm'),
  asks: () => 'length',
  figure({ a, variant }) {
    const every = variant === 0 ? 1 : 2
    const ticks: Shape[] = []
    for (let tick = 0; tick <= a; tick++) {
      const end = tick === 0 || tick === a
      if (end || tick % every === 0) ticks.push(stroke(end ? 'given' : 'outline', [tick * TICK, end ? -TICK : -TICK / 2], [tick * TICK, end ? TICK : 0]))
    }
    return [stroke('outline', [0, 0], [a * TICK, 0]), ...ticks]
  },
  toScale: true,
  fewNumbers: true,
}
