// The recorded run that ships with the page: its name, what is said about it, and how its log is cut into beats so
// that it can be played. The log itself is an ordinary one. Knows nothing of files, timers or buttons.

import type { RunEvent } from '../../src/record/events.ts'

/** The run's id in its own log and in addresses; runs of visitors begin with an r and hold hexadecimal digits only. */
export const RECORDED_RUN = 'recorded-arithmetic'

/** `held`: shown, but not going on. */
export type RecordingState = 'playing' | 'held' | 'ended'

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
