// What the form shows: while a run is under way the settings of that run, whoever started it; otherwise what the visitor
// has written. Pure.

import type { RunSpec } from '../../src/record/spec.ts'
import { draftOf, type SpecDraft } from './draft.ts'
import { isOver } from './run-view.ts'
import type { WorkbenchState } from './workbench.ts'

const drafts = new WeakMap<RunSpec, SpecDraft>()

export function runningSpec({ live, run }: Pick<WorkbenchState, 'live' | 'run'>): RunSpec | null {
  return live && run !== null && !isOver(run.status) ? run.spec : null
}

export function shownDraft(state: Pick<WorkbenchState, 'draft' | 'live' | 'run'>): SpecDraft {
  const spec = runningSpec(state)
  if (spec === null) return state.draft
  const known = drafts.get(spec) ?? draftOf(spec)
  drafts.set(spec, known)
  return known
}
