// Keeps a run's batches in the store. A log has no holes: events that the store could not take wait and go with the next batch, and
// where too many wait the log ends there, whole as far as it goes. Tokens and checkpoints of a batch that failed are let go: the run
// makes the former again, and another one of the latter comes. Knows the store and batches; knows no ports.

import type { RunEvent } from '../record/events.ts'
import type { RunStore } from '../store/store.ts'
import type { EventBatch } from './event-port.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

/** Events that may wait for room. Each try writes all of them. */
const MOST_WAITING = 2000

/** `onFailure` hears of the first failure alone. */
export function batchKeeper(
  store: Pick<RunStore, 'append' | 'putTokens' | 'putCheckpoint'>,
  onFailure: (failure: Outcome<never>) => void,
): (batch: Pick<EventBatch, 'events' | 'blobs' | 'checkpoint'>) => Promise<void> {
  let waiting: RunEvent[] = []
  let failed = false
  let ended = false
  return async ({ events, blobs, checkpoint }) => {
    if (ended) return
    waiting.push(...events)
    const run = waiting[0]?.run
    if (run === undefined) return
    const putTokens = async (): Promise<void> => {
      for (const blob of blobs) await store.putTokens(run, blob.arm, blob.step, blob.bytes)
    }
    // The store knows a run by its log. Once it does, tokens go first: of a page that is closed in between, the log tells of no step
    // whose tokens are not there.
    const known = waiting[0]?.seq !== 0
    const outcome = await outcomeOf(async () => {
      try {
        if (known) await putTokens()
      } finally {
        await store.append(waiting)
        waiting = []
      }
      if (!known) await putTokens()
      // Last: the log up to its event, with its tokens, is what it belongs to.
      if (checkpoint !== undefined) await store.putCheckpoint(run, checkpoint)
    })
    ended = waiting.length > MOST_WAITING
    if (ended) waiting = []
    if (outcome.ok || failed) return
    failed = true
    onFailure(outcome)
  }
}
