// The device check: every kernel against its float64 reference, on this machine's own device. It has a worker of
// its own, so that it works before a base is loaded and cannot disturb a run's device.

import { toErrorData } from '../../src/base/errors.ts'
import { type CheckRow, workbench } from '../state/workbench.ts'
import { checkKernels, createEngineWorker } from './engine.ts'

export async function runDeviceCheck(): Promise<void> {
  if (workbench.getState().check.kind === 'running') return
  let rows: readonly CheckRow[] = []
  let drawn = 0
  workbench.setState({ check: { kind: 'running', rows } })
  const handle = createEngineWorker((error) => workbench.setState({ check: { kind: 'failed', rows, error } }))
  try {
    await checkKernels(handle, (verdict) => {
      rows = [...rows, verdict]
      // Hundreds of verdicts can come in a second; the table follows four times a second.
      if (performance.now() - drawn < 250) return
      drawn = performance.now()
      workbench.setState({ check: { kind: 'running', rows } })
    })
    workbench.setState({ check: { kind: 'done', rows } })
  } catch (thrown) {
    workbench.setState({ check: { kind: 'failed', rows, error: toErrorData(thrown) } })
  } finally {
    handle.dispose()
  }
}
