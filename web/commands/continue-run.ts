// Continue: a run that was kept goes on where it stood, on the engine that it began with. Until it
// really does, its record stays as it is; what keeps it from going on stands beside the button.

import { toErrorData, tokenloomError } from '../../src/base/errors.ts'
import { unwrap } from '../../src/base/result.ts'
import { checkEventLog } from '../../src/record/event-version.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { parseRunSpec, toJson } from '../../src/record/spec-schema.ts'
import { emptyRunView, reduceRun } from '../state/run-view.ts'
import { workbench } from '../state/workbench.ts'
import { launch } from './run-commands.ts'
import { storedCheckpoint, storedEvents } from './store.ts'

export async function continueRun(id: string): Promise<void> {
  if (workbench.getState().pending !== null || workbench.getState().live) return
  workbench.setState({ pending: 'continue', commandError: null })
  try {
    const from = await storedCheckpoint(id)
    const events = unwrap(checkEventLog(await storedEvents(id, 0))).slice(0, from.seq + 1)
    const view = events.reduce(reduceRun, emptyRunView(id))
    const { spec: recorded, service } = view
    if (recorded === null || service === null || view.lastSeq !== from.seq) {
      throw tokenloomError('CHECKPOINT_CORRUPT', `The record of run ${id} ends before its checkpoint.`, 'Start the run anew from its settings.')
    }
    // Settings that came later take their defaults.
    const spec = unwrap(parseRunSpec(toJson(recorded)))
    const source = sourceOf(events)
    const reloaded = events.findLast((event) => event.kind === 'reloaded')
    await launch({
      id,
      spec,
      ...(source === null ? {} : { source }),
      ...(reloaded?.kind === 'reloaded' ? { reloaded: { after: reloaded.step, source: reloaded.hash } } : {}),
      engine: service.engine,
      view: { ...view, status: 'starting', phase: 'preparing' },
      from: { seq: from.seq, bytes: from.bytes },
    })
  } catch (thrown) {
    workbench.setState({ pending: null, commandError: toErrorData(thrown) })
  }
}

/** The authored source that a run plays at the end of this log; null where its environment is built in. */
function sourceOf(events: readonly RunEvent[]): string | null {
  const last = events.findLast((event) => event.kind === 'started' || event.kind === 'reloaded')
  return last?.kind === 'started' || last?.kind === 'reloaded' ? (last.source ?? null) : null
}
