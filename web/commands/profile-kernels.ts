// Measures the kernels over one whole step of the run under way. The engine finds the step; a run that ends before it is over
// ends the wait. Off again afterwards; nothing is measured otherwise.

import { toErrorData } from '../../src/base/errors.ts'
import { isOver } from '../state/run-view.ts'
import { workbench } from '../state/workbench.ts'
import { prepareEngine } from './engine.ts'

export async function profileNextStep(): Promise<void> {
  const { engine, profile, run } = workbench.getState()
  if (profile.kind === 'measuring' || engine.kind !== 'ready') return
  workbench.setState({ profile: { kind: 'measuring', before: profile.kind === 'done' ? profile.profile : null } })
  try {
    const handle = await prepareEngine(engine.description.base.name, 'auto')
    const stop = whenRunEnds(() => void handle.ask((remote) => remote.stopProfile()))
    try {
      const measured = await handle.ask((remote) => remote.profileStep(run?.spec?.kind === 'supervised' ? 'forwardBackward' : 'sample'))
      workbench.setState({ profile: { kind: 'done', profile: measured } })
    } finally {
      stop()
    }
  } catch (thrown) {
    workbench.setState({ profile: { kind: 'failed', error: toErrorData(thrown) } })
  }
}

/** Calls once when no run is under way on view any more; what comes back ends the watch. */
function whenRunEnds(call: () => void): () => void {
  const unsubscribe = workbench.subscribe(({ run, live }) => {
    if (live && run !== null && !isOver(run.status)) return
    unsubscribe()
    call()
  })
  return unsubscribe
}
