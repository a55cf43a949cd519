// What the page may ask of the worker of a lesson. Types only.

import type { LessonId } from '../lessons/catalogue.ts'
import type { LessonProgress, Picture, StepInput, StepResult } from '../lessons/step-code.ts'
import type { EngineName } from '../service/index.ts'
import type { Outcome } from './outcome.ts'

export interface LessonAsk {
  readonly lesson: LessonId
  /** The step's id. */
  readonly step: string
  readonly input: StepInput
  readonly engine: EngineName | 'auto'
  /** The folder above those of the bases, ending in a slash. */
  readonly modelsUrl: string
}

export interface LessonWorkerApi {
  /** The name of the lock that the worker holds while it lives (life-lock.ts); null where there are none. */
  ping(): Promise<string | null>
  /** What stands beside the question. */
  exhibit(ask: Pick<LessonAsk, 'lesson' | 'step' | 'input'>): Promise<Outcome<readonly Picture[]>>
  run(ask: LessonAsk, onProgress: (progress: LessonProgress) => void): Promise<Outcome<StepResult>>
}
