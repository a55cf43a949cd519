// The runs that have a policy to try: the one under way and the one on view first, then the newest, then the recorded one. Pure.

import { RECORDED_RUN } from './recording.ts'
import { isOver } from './run-view.ts'
import type { WorkbenchState } from './workbench.ts'

export interface PolicyRun {
  readonly id: string
  readonly name: string
}

/** The policy of the run under way, at whatever version it has when it is asked. */
export const LIVE_POLICY = 'live'

export function policyRuns({ saved, run, live }: Pick<WorkbenchState, 'saved' | 'run' | 'live'>): readonly PolicyRun[] {
  const left = saved.filter(({ status, stepsDone }) => (status === 'finished' || status === 'stopped') && stepsDone > 0)
  const all = [...left.map(({ id, name }) => ({ id, name })), { id: RECORDED_RUN, name: 'the recorded run' }]
  const learning = live && run !== null && !isOver(run.status) && run.spec !== null
  return [
    ...(learning ? [{ id: LIVE_POLICY, name: 'the run under way' }] : []),
    ...all.filter(({ id }) => id === run?.id),
    ...all.filter(({ id }) => id !== run?.id),
  ]
}
