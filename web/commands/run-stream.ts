// From a run's port to the screen: batches are gathered until the next frame, applied in one change of the store,
// and acknowledged then. A tab in the background draws nothing but keeps reading, once a second.

import type { RunEvent } from '../../src/record/events.ts'
import { type EventBatch, readEvents } from '../../src/workers/event-port.ts'
import { SCREEN_PACE } from '../state/follow-pace.ts'
import { applyEvents, workbench } from '../state/workbench.ts'
import { hearGames } from './live-games.ts'
import { followTokens, keepBytes } from './show-tokens.ts'
import { storedEvents } from './store.ts'

const BACKGROUND_PACE = 1000
/** Events kept in memory for whoever polls; older ones are read from the store. */
const LOG_LIMIT = 5000

export interface RunLog {
  /** Events from `fromSeq` on, in order. */
  read(fromSeq: number): Promise<readonly RunEvent[]>
  add(events: readonly RunEvent[]): void
  lastSeq(): number
}

export function createRunLog(run: string): RunLog {
  let events: RunEvent[] = []
  return {
    async read(fromSeq) {
      const first = events[0]?.seq ?? 0
      if (fromSeq >= first) return events.filter((event) => event.seq >= fromSeq)
      return storedEvents(run, fromSeq)
    },
    add(more) {
      events.push(...more)
      if (events.length > 2 * LOG_LIMIT) events = events.slice(-LOG_LIMIT)
    },
    lastSeq: () => events.at(-1)?.seq ?? -1,
  }
}

export function followRun(run: string, port: MessagePort, log: RunLog): void {
  readEvents(port, async (batch) => {
    await nextFrame()
    const events = await withoutHole(run, batch, log)
    log.add(events)
    applyEvents(events)
    if (batch.games !== undefined) hearGames(run, batch.games)
    for (const blob of batch.blobs) keepBytes(run, blob)
    // A task of its own: reading a step's tokens is as much work as all the rest.
    if (batch.blobs.length > 0 && workbench.getState().run?.id === run) setTimeout(followTokens)
  })
}

/** What was left out while this tab slept is read from the store; without one the hole stays. */
async function withoutHole(run: string, batch: EventBatch, log: RunLog): Promise<readonly RunEvent[]> {
  const first = batch.events[0]
  if (first === undefined || batch.omitted === 0 || first.seq === log.lastSeq() + 1) return batch.events
  const missing = await storedEvents(run, log.lastSeq() + 1).catch(() => [])
  return [...missing.filter((event) => event.seq < first.seq), ...batch.events]
}

let lastFrame = 0

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    let done = false
    const once = (): void => {
      if (done) return
      done = true
      lastFrame = performance.now()
      resolve()
    }
    const wait = Math.max(0, lastFrame + SCREEN_PACE - performance.now())
    if (!document.hidden) setTimeout(() => requestAnimationFrame(once), wait)
    // Frames stop in a hidden tab, also when it is hidden just now.
    setTimeout(once, BACKGROUND_PACE)
  })
}
