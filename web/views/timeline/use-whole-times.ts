// The times of a run that is followed, as far as they can be drawn whole.

import { useState } from 'react'
import type { RunTimes } from '../../../src/record/run-times.ts'
import type { TimelineState } from '../../state/timeline.ts'

/** While the newest step is followed, one that has just come waits for its turns: it is laid out and drawn once, not twice. `of`: run and arm. */
export function useWholeTimes(known: RunTimes | null, { turns, gone, problem }: TimelineState, of: string, following: boolean): RunTimes | null {
  const [drawn, setDrawn] = useState({ of, times: known })
  if (drawn.times === known) return known
  const newest = known?.steps.at(-1)?.step
  const whole = newest === undefined || turns[newest] !== undefined || gone.includes(newest)
  const hasSteps = drawn.of === of && drawn.times !== null && drawn.times.steps.length > 0
  if (following && hasSteps && !whole && problem === null) return drawn.times
  setDrawn({ of, times: known })
  return known
}
