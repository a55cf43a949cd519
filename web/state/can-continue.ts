// Whether a run that is over for now can go on from its last checkpoint: the page was closed, somebody stopped it, or what
// failed was the machine and not the run.

import type { ErrorCode } from '../../src/base/errors.ts'
import type { RunView } from './run-view.ts'

const NOT_ITS_FAULT: readonly ErrorCode[] = ['WORKER_DEAD', 'GPU_LOST', 'CANCELLED']

export function canContinue({ status, checkpoint, error }: RunView): boolean {
  if (checkpoint === null) return false
  return status === 'interrupted' || status === 'stopped' || (status === 'failed' && error !== null && NOT_ITS_FAULT.includes(error.code))
}
