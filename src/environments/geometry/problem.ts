// A problem of geometry: its kind, its numbers, and the word that decides how the figure is drawn; its answer, and the part of the
// problem set that it belongs to. Numbers decide the part, so that a held-out problem was never seen in any drawing; kinds
// with too few numbers for that are parted by drawings. Knows nothing of prompts, rewards or tokens.

import { philox, type Rng } from '../../base/random.ts'
import type { Split } from '../contract.ts'
import { circle } from './kinds/circle.ts'
import type { Kind, Level, Numbers } from './kinds/kind.ts'
import { parallel } from './kinds/parallel.ts'
import { rectangle } from './kinds/rectangle.ts'
import { right } from './kinds/right.ts'
import { ruler } from './kinds/ruler.ts'
import { triangle } from './kinds/triangle.ts'
import type { Quantity } from './quantity.ts'

/** A new kind goes to the end: the order stands in the hash of every problem. */
const KINDS = { triangle, ruler, right, parallel, rectangle, circle } as const satisfies Readonly<Record<string, Kind>>
export type KindName = keyof typeof KINDS
// Object.keys widens to string; the table is closed.
export const KIND_NAMES = Object.keys(KINDS) as KindName[]

export type GeometryProblem = Numbers & {
  readonly kind: KindName
  /** Decides place, ink and noise of the picture. */
  readonly drawing: number
}

export const kindOf = ({ kind }: GeometryProblem): Kind => KINDS[kind]
export const answerOf = (problem: GeometryProblem): Quantity => kindOf(problem).answer(problem)
export const askedOf = (problem: GeometryProblem): string => kindOf(problem).asks(problem)

/** The key spells "geometry"; changing it changes every split. 40 and 60 at a triangle's base are 60 and 40 mirrored: one part. */
export function splitOf(problem: GeometryProblem): Split {
  const { kind, a, b, variant, drawing } = problem
  const mirrored = kind === 'triangle' && variant === 0
  const [first, second] = mirrored && a < b ? [b, a] : [a, b]
  const [word] = philox([0x67656f6d, 0x65747279], [first, second, KIND_NAMES.indexOf(kind) * 16 + variant, kindOf(problem).fewNumbers ? drawing : 0])
  const share = word / 0x1_0000_0000
  return share < 0.2 ? 'heldOut' : share < 0.3 ? 'validation' : 'train'
}

/** A problem of one part, by rejection: the distribution within a part is that of the level. */
export function drawProblem(rng: Rng, kinds: readonly KindName[], level: Level, split: Split): GeometryProblem {
  for (;;) {
    const kind = kinds[rng.integer(kinds.length)] ?? 'triangle'
    const problem: GeometryProblem = { kind, ...KINDS[kind].numbers(level, rng), drawing: rng.uint32() }
    if (splitOf(problem) === split) return problem
  }
}
