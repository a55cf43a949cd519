// How far a run is and how long it will still take, from its log alone: no clock is read, so a hidden or frozen
// tab counts for nothing. Time left is known after three samples and is never shown as exact.

import { armOf, isOver, type RunView } from './run-view.ts'

export interface Progress {
  readonly done: number
  readonly total: number
  /** Null before three steps have been measured, and when nothing is left to do. */
  readonly millisecondsLeft: number | null
}

const SAMPLES_NEEDED = 3
const SAMPLES_USED = 9

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

export function progressOf(view: RunView): Progress {
  const total = view.spec?.steps ?? 0
  const policy = armOf(view, 'policy')
  const done = policy.steps.length
  if (isOver(view.status) || done < SAMPLES_NEEDED || total === 0) return { done, total, millisecondsLeft: null }

  let left = 0
  for (const arm of Object.values(view.arms)) {
    if (arm.steps.length === 0) continue
    left += Math.max(0, total - arm.steps.length) * median(arm.steps.slice(-SAMPLES_USED).map((point) => point.milliseconds.total))
  }
  // A control that was asked for and has not begun costs about what the policy costs.
  const waiting = (view.spec?.controls ?? []).filter((control) => control === 'shuffled' && armOf(view, control).steps.length === 0).length
  left += waiting * total * median(policy.steps.slice(-SAMPLES_USED).map((point) => point.milliseconds.total))

  const every = view.spec?.evaluation.every ?? 0
  const evaluationsLeft = every > 0 ? Math.max(0, Math.floor(total / every) + 1 - policy.evaluations.length) : 0
  left += evaluationsLeft * median(policy.evaluations.map((evaluation) => evaluation.milliseconds))
  return { done, total, millisecondsLeft: left }
}
