// What a lesson says: texts before the question, the answers to choose from, and sentences made of what the live code gave. A sentence
// states only figures that it is handed.

import type { Facts } from '../../../src/lessons/step-code.ts'
import { grouped } from '../numbers.ts'

export interface StepWords {
  readonly title: string
  readonly text: readonly string[]
  readonly question: string
  /** By option; none for a number. */
  readonly options?: Readonly<Record<string, string>>
  readonly seen: (facts: Facts) => readonly string[]
}

export interface LessonWords {
  readonly title: string
  readonly summary: string
  readonly steps: Readonly<Record<string, StepWords>>
}

/** A fact that is a number; 0 where there is none. */
export const figure = (facts: Facts, name: string): number => {
  const value = facts[name]
  return typeof value === 'number' ? value : 0
}

/** A fact as it is read. */
export function told(facts: Facts, name: string): string {
  const value = facts[name]
  return typeof value === 'number' ? grouped(value) : (value ?? '')
}

/** A share as per cent, rounded to whole ones. */
export const percent = (share: number): string => `${Math.round(100 * share)} %`

export const engineWords = (facts: Facts): string => (facts['engine'] === 'wgsl' ? 'on WebGPU' : 'on the processor')
