// The runs that left a policy to try: the one on view first, then the newest, then the recorded one. Pure.

import { RECORDED_RUN } from './recording.ts'
import type { WorkbenchState } from './workbench.ts'

export interface PolicyRun {
  readonly id: string
  readonly name: string
}

export function policyRuns({ saved, run }: Pick<WorkbenchState, 'saved' | 'run'>): readonly PolicyRun[] {
  const left = saved.filter(({ status, stepsDone }) => (status === 'finished' || status === 'stopped') && stepsDone > 0)
  const all = [...left.map(({ id, name }) => ({ id, name })), { id: RECORDED_RUN, name: 'the recorded run' }]
  return [...all.filter(({ id }) => id === run?.id), ...all.filter(({ id }) => id !== run?.id)]
}
