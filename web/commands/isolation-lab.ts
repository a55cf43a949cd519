// The isolation experiment on this visitor's device: a worker of its own, for one press; a second press ends it.

import { proxy } from 'comlink'
import { toErrorData } from '../../src/base/errors.ts'
import type { LabWorkerApi } from '../../src/workers/lab-api.ts'
import { workbench } from '../state/workbench.ts'
import { modelUrl } from './engine.ts'
import { holdWorker, type WorkerHandle } from './worker-handle.ts'

/** The base whose task the policies are made for. */
const BASE = 'arithmetic'

let held: WorkerHandle<LabWorkerApi> | null = null

export async function runIsolationLab(steps: number): Promise<void> {
  if (held !== null) return
  workbench.setState({ lab: { kind: 'running', progress: null } })
  const handle = holdWorker<LabWorkerApi>('lab', new Worker(new URL('../../src/workers/lab.worker.ts', import.meta.url), { type: 'module', name: 'lab' }))
  held = handle
  try {
    const { engineChoice } = workbench.getState()
    const report = await handle.ask((remote) =>
      remote.isolation(
        { engine: engineChoice, modelUrl: modelUrl(BASE), steps, seed: 1 },
        proxy((progress) => {
          if (held === handle && workbench.getState().lab.kind === 'running') workbench.setState({ lab: { kind: 'running', progress } })
        }),
      ),
    )
    workbench.setState({ lab: { kind: 'done', report } })
  } catch (thrown) {
    if (held === handle) workbench.setState({ lab: { kind: 'failed', error: toErrorData(thrown) } })
  } finally {
    handle.dispose()
    if (held === handle) held = null
  }
}

export function endIsolationLab(): void {
  const handle = held
  held = null
  handle?.dispose()
  workbench.setState({ lab: { kind: 'idle' } })
}
