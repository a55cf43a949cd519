// The store worker's entry: unwraps, calls the store, wraps. It alone opens OPFS in this origin.

import { expose, transfer } from 'comlink'
import { tokenloomError } from '../base/errors.ts'
import { openRunStore } from '../store/open.ts'
import type { RunStore } from '../store/store.ts'
import { readEvents } from './event-port.ts'
import { outcomeOf } from './outcome.ts'
import type { StoreWorkerApi } from './store-api.ts'
import { buffersToMove } from './transfer.ts'

let opened: RunStore | null = null

function store(): RunStore {
  if (opened !== null) return opened
  throw tokenloomError('STORE_FAILED', 'The store was asked before it was open.', 'Reload the page.')
}

const api: StoreWorkerApi = {
  ping() {},
  open: () =>
    outcomeOf(async () => {
      opened = await openRunStore(() => Date.now())
    }),
  runs: () => outcomeOf(() => store().runs()),
  events: (run, fromSeq) => outcomeOf(() => store().events(run, fromSeq)),
  append: (events) => outcomeOf(() => store().append(events)),
  async tokens(run, arm, step) {
    const outcome = await outcomeOf(() => store().tokens(run, arm, step))
    return transfer(outcome, buffersToMove(outcome))
  },
  async checkpoint(run) {
    const outcome = await outcomeOf(() => store().checkpoint(run))
    return transfer(outcome, buffersToMove(outcome))
  },
  putFile: (run, file) => outcomeOf(() => store().putFile(run, file.name, file.bytes)),
  async files(run) {
    const outcome = await outcomeOf(() => store().files(run))
    return transfer(outcome, buffersToMove(outcome))
  },
  describe: (run, words) => outcomeOf(() => store().describeRun(run, words)),
  remove: (run) => outcomeOf(() => store().removeRun(run)),
  accept(port, onFailure) {
    let failed = false
    readEvents(port, async ({ events, blobs, checkpoint }) => {
      const outcome = await outcomeOf(async () => {
        await store().append(events)
        const run = events[0]?.run
        if (run === undefined) return
        for (const blob of blobs) await store().putTokens(run, blob.arm, blob.step, blob.bytes)
        // Last: the log up to its event, with its tokens, is what it belongs to.
        if (checkpoint !== undefined) await store().putCheckpoint(run, checkpoint)
      })
      if (outcome.ok || failed) return
      failed = true
      onFailure(outcome)
    })
  },
}

expose(api)
