// Continue: a run that was kept goes on where it stood, on the engine that it began with. Until it
// really does, its record stays as it is; what keeps it from going on stands beside the button.

import { toErrorData, tokenloomError } from '../../src/base/errors.ts'
import { unwrap } from '../../src/base/result.ts'
import { checkEventLog } from '../../src/record/event-version.ts'
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
    const { spec, service } = view
    if (spec === null || service === null || view.lastSeq !== from.seq) {
      throw tokenloomError('CHECKPOINT_CORRUPT', `The record of run ${id} ends before its checkpoint.`, 'Start the run anew from its settings.')
    }
    await launch({
      id,
      spec,
      engine: service.engine,
      view: { ...view, status: 'starting', phase: 'preparing' },
      from: { seq: from.seq, bytes: from.bytes },
    })
  } catch (thrown) {
    workbench.setState({ pending: null, commandError: toErrorData(thrown) })
  }
}
