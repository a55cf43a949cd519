// From a run under way to the settings of one beside it: the same settings under the next seed, to change or to start as they are.

import { draftOf } from '../state/draft.ts'
import { workbench } from '../state/workbench.ts'
import { leaveRun } from './navigate.ts'

export function trainAnother(): void {
  const { run, draft } = workbench.getState()
  const spec = run?.spec ?? null
  const next = spec === null ? draft : draftOf({ ...spec, seed: spec.seed + 1 })
  workbench.setState({ draft: next })
  leaveLiveRun()
  leaveRun()
}

/** Takes the run off the view; it goes on among those under way. */
export const leaveLiveRun = (): void => workbench.setState({ run: null, live: false, commandError: null, tokenStep: null, tokenProblem: null, token: null })
