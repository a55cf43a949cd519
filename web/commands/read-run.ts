// A kept run as it is drawn, read from its log. One that cannot be read is none: the list still has it, and opening it
// says what is wrong.

import { checkEventLog } from '../../src/record/event-version.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { RECORDED_RUN } from '../state/recording.ts'
import { nameOfRun } from '../state/run-name.ts'
import { type RunView, replayRun } from '../state/run-view.ts'
import { workbench } from '../state/workbench.ts'
import { recordedEvents } from './recording-files.ts'
import { storedEvents } from './store.ts'

export interface ReadRun {
  readonly id: string
  readonly name: string
  readonly view: RunView
}

export async function readRun(id: string): Promise<ReadRun | null> {
  try {
    const events: readonly RunEvent[] = id === RECORDED_RUN ? await recordedEvents() : await storedEvents(id, 0)
    const log = checkEventLog(events)
    if (!log.ok || log.value.length === 0) return null
    const saved = workbench.getState().saved.find((run) => run.id === id)
    const name = id === RECORDED_RUN ? 'the recording' : (saved?.name ?? nameOfRun(id))
    return { id, name, view: replayRun(id, log.value) }
  } catch {
    return null
  }
}
