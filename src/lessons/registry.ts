// The code of every step of every lesson, by name. The order of lessons and their questions are in catalogue.ts.

import { assert } from '../base/assert.ts'
import { advantagesCode } from './advantages.ts'
import { attentionCode } from './attention.ts'
import type { LessonId } from './catalogue.ts'
import { coordinatorCode } from './coordinator.ts'
import { creditCode } from './credit.ts'
import { isolationCode } from './isolation.ts'
import { lossMaskCode } from './loss-mask.ts'
import { shuffledCode } from './shuffled.ts'
import { staleCode } from './stale.ts'
import type { StepCode } from './step-code.ts'

const CODE: Readonly<Record<LessonId, Readonly<Record<string, StepCode>>>> = {
  'loss-mask': lossMaskCode,
  advantages: advantagesCode,
  credit: creditCode,
  shuffled: shuffledCode,
  coordinator: coordinatorCode,
  isolation: isolationCode,
  stale: staleCode,
  attention: attentionCode,
}

export function codeOf(lesson: LessonId, step: string): StepCode {
  const code = CODE[lesson][step]
  assert(code !== undefined, `the lesson ${lesson} has no step ${step}`)
  return code
}
