// Asks which tokens of a base a seat's legal actions allow. Its worker loads the tokenizer once and goes when the play is left.

import { toErrorData } from '../../src/base/errors.ts'
import type { AuthoredSeat } from '../../src/sandbox/authored-play.ts'
import type { MaskWorkerApi } from '../../src/workers/mask-api.ts'
import { workbench } from '../state/workbench.ts'
import { modelUrl } from './engine.ts'
import { holdWorker, type WorkerHandle } from './worker-handle.ts'

let held: WorkerHandle<MaskWorkerApi> | null = null
let asked = 0

export const maskKey = ({ agent, prompt, legal }: AuthoredSeat): string => JSON.stringify([agent, prompt, legal])

/** Nothing where any text may be tried. */
export async function askMask(seat: AuthoredSeat, base: string): Promise<void> {
  const { agent, prompt, legal } = seat
  const key = maskKey(seat)
  const { authorMask } = workbench.getState()
  const before = authorMask.kind === 'known' ? authorMask.mask : authorMask.kind === 'asking' ? authorMask.before : null
  const mine = ++asked
  if (legal === null || legal.length === 0) return workbench.setState({ authorMask: { kind: 'idle' } })
  if (before?.key === key && before.base === base) return workbench.setState({ authorMask: { kind: 'known', mask: before } })
  workbench.setState({ authorMask: { kind: 'asking', before } })
  try {
    if (held === null || held.dead !== null)
      held = holdWorker<MaskWorkerApi>('mask', new Worker(new URL('../../src/workers/mask.worker.ts', import.meta.url), { type: 'module', name: 'mask' }))
    const worker = held
    const answer = await worker.ask((remote) => remote.mask({ modelUrl: modelUrl(base), prompt, actions: legal }))
    if (asked === mine) workbench.setState({ authorMask: { kind: 'known', mask: { agent, key, base, ...answer } } })
  } catch (thrown) {
    if (asked === mine) workbench.setState({ authorMask: { kind: 'failed', error: toErrorData(thrown) } })
  }
}

export function leaveMask(): void {
  asked++
  held?.dispose()
  held = null
  workbench.setState({ authorMask: { kind: 'idle' } })
}
