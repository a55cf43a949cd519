// The settings of the geometry environments: which problems are drawn, and how their pictures look. Knows no play.

import type { FieldsOf } from '../config.ts'
import { type FigureStyle, TINY_STYLE } from './figure-style.ts'
import type { Level } from './kinds/kind.ts'
import { KIND_NAMES, type KindName } from './problem.ts'

export type GeometryConfig = {
  readonly kind: KindName | 'mixed' | 'all'
  readonly level: Level
  readonly size: '32' | '48' | '64'
  readonly placement: FigureStyle['placement']
  /** In hundredths of the brightest ink. */
  readonly noise: number
}

export const GEOMETRY_FIELDS: FieldsOf<GeometryConfig> = {
  kind: {
    kind: 'choice',
    title: 'Kind',
    help: 'The third angle of a triangle, a length on a ruler, a side of a right triangle, an angle at parallel lines, a rectangle, a circle; triangles, parallel lines and circles mixed; or all of them.',
    default: 'triangle',
    choices: [...KIND_NAMES, 'mixed', 'all'],
  },
  level: {
    kind: 'integer',
    title: 'Level',
    help: '1: round or small numbers. 2: any. 3: roots, multiples of π and numbers in parts.',
    default: 2,
    min: 1,
    max: 3,
  },
  size: {
    kind: 'choice',
    title: 'Pixels of a side',
    help: 'Every square of 8 × 8 pixels is one row of the sequence.',
    default: '32',
    choices: ['32', '48', '64'],
  },
  placement: {
    kind: 'choice',
    title: 'Where the numbers stand',
    help: 'In a row of their own, a digit a square; the same, with the whole figure anywhere in a larger picture; in a row, but off by up to three pixels; or beside what they name.',
    default: TINY_STYLE.placement,
    choices: ['aligned', 'moved', 'jittered', 'free'],
  },
  noise: { kind: 'integer', title: 'Noise', help: 'Standard deviation of every pixel, in hundredths of the brightest ink.', default: 5, min: 0, max: 20 },
}

/** What the base `geometry-kinds` has read of; each as likely as the others. */
const MIXED: readonly KindName[] = ['triangle', 'parallel', 'circle']

export const kindsOf = ({ kind }: GeometryConfig): readonly KindName[] => (kind === 'all' ? KIND_NAMES : kind === 'mixed' ? MIXED : [kind])
export const styleOf = ({ size, placement, noise }: GeometryConfig): FigureStyle => ({ size: Number(size), placement, noise: (noise * 255) / 100 })
