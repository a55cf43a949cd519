// Prepares the engine for the base that the draft names, before anybody presses Train, so that its plan can be shown.

import { readDraft } from '../state/draft.ts'
import { workbench } from '../state/workbench.ts'
import { prepareEngine } from './engine.ts'

export async function prepareChosenBase(): Promise<void> {
  const { spec } = readDraft(workbench.getState().draft)
  if (spec === null || workbench.getState().engine.kind !== 'off') return
  // A failure stands in the store of the page, beside the memory plan.
  await prepareEngine(spec.base).catch(() => {})
}
