// Reads the runs that are drawn beside the one on view. A run that cannot be read is left out: the list still has
// it, and opening it says what is wrong.

import { checkEventLog } from '../../src/record/event-version.ts'
import type { RunEvent } from '../../src/record/events.ts'
import type { OverlayRun } from '../state/overlays.ts'
import { RECORDED_RUN } from '../state/recording.ts'
import { nameOfRun } from '../state/run-name.ts'
import { replayRun } from '../state/run-view.ts'
import { workbench } from '../state/workbench.ts'
import { recordedEvents } from './recording-files.ts'
import { storedEvents } from './store.ts'

let request = 0

/** Only the last of several requests counts. */
export async function showOverlays(runs: readonly string[]): Promise<void> {
  const mine = ++request
  const { overlays, store } = workbench.getState()
  if (runs.join() === overlays.map(({ id }) => id).join() || (store.kind === 'opening' && runs.length > 0)) return
  const read = await Promise.all(runs.map(async (id) => overlays.find((one) => one.id === id) ?? (await readRun(id))))
  if (mine === request) workbench.setState({ overlays: read.filter((one) => one !== null) })
}

async function readRun(id: string): Promise<OverlayRun | null> {
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
