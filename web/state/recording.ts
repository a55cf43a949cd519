// The recorded run that ships with the page: its name, what is said about it, and how its log is cut into beats so
// that it can be played. The log itself is an ordinary one. Knows nothing of files, timers or buttons.

import type { RunEvent } from '../../src/record/events.ts'
import type { Tab } from './address.ts'

/** The run's id in its own log and in addresses; runs of visitors begin with an r and hold hexadecimal digits only. */
export const RECORDED_RUN = 'recorded-arithmetic'

/** `waiting`: it goes on once a view of the run is looked at again; `held`: somebody asked it to stand. */
export type RecordingState = 'playing' | 'waiting' | 'held' | 'ended'

const OF_THE_RUN: readonly Tab[] = ['charts', 'settings', 'tokens', 'timeline']

/** Beside a lesson, a game or a source nothing moves that is no part of it. */
export const playsBeside = (tab: Tab): boolean => OF_THE_RUN.includes(tab)

/** The events between two looks at the screen: a rollout, an update, a finished step, an evaluation. */
export function beatsOf(events: readonly RunEvent[]): readonly (readonly RunEvent[])[] {
  const beats: RunEvent[][] = []
  let beat: RunEvent[] = []
  for (const event of events) {
    beat.push(event)
    if (!endsBeat(event)) continue
    beats.push(beat)
    beat = []
  }
  return beat.length === 0 ? beats : [...beats, beat]
}

function endsBeat(event: RunEvent): boolean {
  if (event.kind === 'evaluated') return event.evaluation.arm === 'policy'
  if (event.kind === 'stepped') return event.arm === 'policy'
  return event.kind === 'phase' && event.phase === 'updating'
}
