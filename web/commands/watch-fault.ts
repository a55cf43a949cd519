// Lets the contrast worker play the same episodes under a faulty coordinator and under the sound one. The worker lives for one question.

import { toErrorData } from '../../src/base/errors.ts'
import type { ContrastWorkerApi } from '../../src/workers/contrast-api.ts'
import { type ContrastSetting, TABLES } from '../state/contrast.ts'
import { workbench } from '../state/workbench.ts'
import { holdWorker, type WorkerHandle } from './worker-handle.ts'

/** Enough for every fault to find an occasion, few enough to answer at once. */
const EPISODES = 12

let held: WorkerHandle<ContrastWorkerApi> | null = null

export async function playContrast(setting: ContrastSetting): Promise<void> {
  held?.dispose()
  const handle = holdWorker<ContrastWorkerApi>(
    'contrast',
    new Worker(new URL('../../src/workers/contrast.worker.ts', import.meta.url), { type: 'module', name: 'contrast' }),
  )
  held = handle
  if (workbench.getState().contrast.kind !== 'shown') workbench.setState({ contrast: { kind: 'playing' } })
  const table = TABLES.find(({ id }) => id === setting.table) ?? TABLES[0]
  try {
    const { id, config } = table
    const played = await handle.ask((remote) => remote.contrast({ environment: { id, config }, fault: setting.fault, seed: setting.seed, episodes: EPISODES }))
    if (held === handle) workbench.setState({ contrast: { kind: 'shown', setting, played } })
  } catch (thrown) {
    if (held === handle) workbench.setState({ contrast: { kind: 'failed', error: toErrorData(thrown) } })
  } finally {
    handle.dispose()
    if (held === handle) held = null
  }
}

export function leaveContrast(): void {
  held?.dispose()
  held = null
  workbench.setState({ contrast: { kind: 'none' } })
}
