// All lessons by name, and the words around them: progress, the question, what a class sees.

import { assert } from '../../../src/base/assert.ts'
import type { LessonId } from '../../../src/lessons/catalogue.ts'
import { ADVANTAGES_WORDS } from './advantages.ts'
import { ATTENTION_WORDS } from './attention.ts'
import { COORDINATOR_WORDS } from './coordinator.ts'
import { CREDIT_WORDS } from './credit.ts'
import { ISOLATION_WORDS } from './isolation.ts'
import { LOSS_MASK_WORDS } from './loss-mask.ts'
import { SHUFFLED_WORDS } from './shuffled.ts'
import { STALE_WORDS } from './stale.ts'
import type { LessonWords, StepWords } from './words.ts'

export const LESSON_WORDS: Readonly<Record<LessonId, LessonWords>> = {
  'loss-mask': LOSS_MASK_WORDS,
  advantages: ADVANTAGES_WORDS,
  credit: CREDIT_WORDS,
  shuffled: SHUFFLED_WORDS,
  coordinator: COORDINATOR_WORDS,
  isolation: ISOLATION_WORDS,
  stale: STALE_WORDS,
  attention: ATTENTION_WORDS,
}

export function stepWords(lesson: LessonId, step: string): StepWords {
  const words = LESSON_WORDS[lesson].steps[step]
  assert(words !== undefined, `the step ${lesson}/${step} has no words`)
  return words
}

export const LESSONS_INTRODUCTION =
  'Short lessons: predict first, then the code that trains answers. Nothing is played back; every figure is computed when you ask, here.'

export const progressOf = (done: number, steps: number): string =>
  done === 0 ? `${steps} steps` : done === steps ? `All ${steps} steps done` : `${done} of ${steps} steps done`

export const openWords = (done: number, steps: number): string => (done === 0 ? 'Begin' : done === steps ? 'Again' : 'Go on')

/** What a step needs, before it is run. */
export const NEEDS = {
  engine: 'Trains on an engine of its own, for some seconds or some tens of them. Runs under way go on meanwhile.',
  kernels: 'Runs a kernel on this device.',
} as const

export function verdictWords(right: boolean, predicted: string, outcome: string): string {
  return right ? `As you said: ${outcome}` : `You said: ${predicted}. It came out otherwise: ${outcome}`
}

export const CLASS_LINK_ADVICE = 'For a class: settings, results and tools are hidden, the lesson alone is there.'
