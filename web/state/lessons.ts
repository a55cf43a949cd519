// Lessons as the page holds them: which step is open, what was predicted, what its live code gave. Plain data and pure functions.

import type { ErrorData } from '../../src/base/errors.ts'
import { inputOf, LESSON_IDS, LESSONS, type LessonId, type LessonStep } from '../../src/lessons/catalogue.ts'
import type { LessonProgress, Picture, StepInput, StepResult } from '../../src/lessons/step-code.ts'

/** Null: the list of lessons. */
export interface LessonPlace {
  readonly lesson: LessonId
  /** From 1. */
  readonly at: number
}

export type Prediction = string | number

export type StepRun =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly progress: LessonProgress | null; readonly before: StepResult | null }
  | { readonly kind: 'done'; readonly result: StepResult }
  | { readonly kind: 'failed'; readonly error: ErrorData }

export interface StepState {
  readonly input: StepInput
  readonly prediction: Prediction | null
  /** Null while it is on its way. */
  readonly exhibit: readonly Picture[] | null
  readonly run: StepRun
  /** What came out when the prediction was made: later settings do not change whether it was right. */
  readonly verdict: { readonly predicted: Prediction; readonly outcome: Prediction; readonly right: boolean } | null
}

export interface LessonsState {
  readonly place: LessonPlace | null
  /** By `lesson/step`. */
  readonly steps: Readonly<Record<string, StepState>>
  /** Steps that were revealed, here and on earlier visits, by `lesson/step`. */
  readonly done: readonly string[]
}

export const NO_LESSONS: LessonsState = { place: null, steps: {}, done: [] }

export const stepKey = (lesson: LessonId, step: string): string => `${lesson}/${step}`

export const freshStep = (step: LessonStep): StepState => ({
  input: inputOf(step),
  prediction: null,
  exhibit: null,
  run: { kind: 'none' },
  verdict: null,
})

export function isRight({ question }: LessonStep, predicted: Prediction, outcome: Prediction): boolean {
  if (question.kind === 'choose') return predicted === outcome
  // Half a step of the slider and what the arithmetic of decimals loses are no mistake.
  return Math.abs(Number(predicted) - Number(outcome)) <= question.tolerance + question.step / 2 + 1e-9
}

export const doneOf = (lesson: LessonId, done: readonly string[]): number => LESSONS[lesson].steps.filter(({ id }) => done.includes(stepKey(lesson, id))).length

/** The first step that was not revealed yet; the first one where all were. */
export function nextStep(lesson: LessonId, done: readonly string[]): number {
  const place = LESSONS[lesson].steps.findIndex(({ id }) => !done.includes(stepKey(lesson, id)))
  return place < 0 ? 1 : place + 1
}

/** The lesson after this one; null after the last. */
export const lessonAfter = (lesson: LessonId): LessonId | null => LESSON_IDS[LESSON_IDS.indexOf(lesson) + 1] ?? null

/** What was kept of earlier visits: names of steps that there still are. */
export function readDone(text: string | null): readonly string[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(kept)) return []
    const known = LESSON_IDS.flatMap((lesson) => LESSONS[lesson].steps.map(({ id }) => stepKey(lesson, id)))
    return known.filter((key) => kept.includes(key))
  } catch {
    return []
  }
}
