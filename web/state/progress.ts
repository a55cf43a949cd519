// How far a run is and how long it will still take, from its log alone: no clock is read, so a hidden or frozen
// tab counts for nothing. Time left is known after three samples and is never shown as exact.

import { median } from '../../src/base/median.ts'
import { armOf, isOver, type RunView } from './run-view.ts'

export interface Progress {
  readonly done: number
  readonly total: number
  /** Null before three steps have been measured, and when nothing is left to do. */
  readonly millisecondsLeft: number | null
}

const SAMPLES_NEEDED = 3
const SAMPLES_USED = 9

export function progressOf(view: RunView): Progress {
  const total = view.spec?.steps ?? 0
  const policy = armOf(view, 'policy')
  const done = policy.steps.length
  if (isOver(view.status) || done < SAMPLES_NEEDED || total === 0) return { done, total, millisecondsLeft: null }

  const every = view.spec?.evaluation.every ?? total
  const evaluations = 1 + Math.floor(total / every) + (total % every === 0 ? 0 : 1)
  let left = 0
  for (const arm of Object.values(view.arms)) {
    if (arm.steps.length > 0) left += Math.max(0, total - arm.steps.length) * median(arm.steps.slice(-SAMPLES_USED).map((point) => point.milliseconds.total))
    // What was not measured anew (all arms are equal at the start) took no time and says nothing about the next.
    const measured = arm.evaluations.map((evaluation) => evaluation.milliseconds).filter((time) => time > 1)
    if (measured.length > 0) left += Math.max(0, evaluations - arm.evaluations.length) * median(measured)
  }
  return { done, total, millisecondsLeft: left }
}
