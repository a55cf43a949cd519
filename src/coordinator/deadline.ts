// How long an answer is waited for. The timer is given from outside, so that tests own the time; an answer that comes
// later is dropped. A deadline that passes is a decision of the clock: its episode is not repeatable.

import type { Ask } from './conduct.ts'
import type { Written } from './written-turn.ts'

export interface Timer {
  readonly passed: Promise<void>
  cancel(): void
}

export interface Deadline {
  readonly milliseconds: number
  readonly start: (milliseconds: number) => Timer
}

/** The answer, or silence once the deadline has passed. */
export async function beforeDeadline(answer: Promise<Written>, { writer, place, granted }: Ask, deadline: Deadline | undefined): Promise<Written> {
  if (deadline === undefined) return answer
  const timer = deadline.start(deadline.milliseconds)
  const silence = timer.passed.then((): Written => ({ writer, place, granted, silent: true }))
  try {
    return await Promise.race([answer, silence])
  } finally {
    timer.cancel()
    // Whatever becomes of it now concerns nobody.
    answer.catch(() => undefined)
  }
}
