// A rectangle with its sides: its area, the way around it, or one side from the area and the other.

import { type Point, stroke } from '../../figure.ts'
import { quantity } from '../quantity.ts'
import type { Kind } from './kind.ts'

export const rectangle: Kind = {
  levels: ['the area, sides up to nine', 'area or perimeter, sides up to twenty', 'a side from the area'],
  numbers(level, rng) {
    const most = level === 2 ? 20 : 9
    const [a, b] = [2 + rng.integer(most - 1), 2 + rng.integer(most - 1)]
    if (level === 3) return { a, b: a * b, variant: 2 }
    return { a, b, variant: level === 1 ? 0 : rng.integer(2) }
  },
  answer: ({ a, b, variant }) => (variant === 0 ? quantity(a * b, 'cm²') : variant === 1 ? quantity(2 * (a + b), 'cm') : quantity(b / a, 'cm')),
  asks: ({ variant }) => (variant === 0 ? 'area' : variant === 1 ? 'perimeter' : 'side'),
  figure({ a, b, variant }, unit = 1) {
    const wide = variant === 2 ? b / a : b
    const scale = 1000 / Math.max(a, wide)
    const [w, h] = [Math.max(wide * scale, 300), Math.max(a * scale, 300)]
    const [corner, right, across, up] = [
      [0, h],
      [w, h],
      [w, 0],
      [0, 0],
    ] as const satisfies Point[]
    const label = (text: string, at: Point, place: 'first' | 'second' | 'asked', unit = '') => ({ kind: 'label', text, at, place, unit }) as const
    const outline = stroke('outline', corner, right, across, up, corner)
    const upright = { ...label(String(a), [-150 * unit, h / 2], 'first', 'cm'), aside: [-120, h / 2] as const }
    if (variant === 2)
      return [outline, stroke('asked', corner, right), upright, label(String(b), [w / 2, h / 2], 'second', 'cm²'), label('?', [w / 2, h + 100 * unit], 'asked')]
    const asked = variant === 0 ? [label('?', [w / 2, h / 2], 'asked')] : [stroke('asked', corner, right, across, up, corner)]
    return [outline, ...asked, upright, label(String(b), [w / 2, h + 100 * unit], 'second', 'cm')]
  },
}
