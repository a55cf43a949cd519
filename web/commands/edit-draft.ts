// What the visitor decides: preset, settings, controls. Errors are derived from the draft, never stored.

import type { ControlName, RunSpec } from '../../src/record/spec.ts'
import { CONTROL_NAMES } from '../../src/record/spec-fields.ts'
import { draftOf, emptyDraft } from '../state/draft.ts'
import { workbench } from '../state/workbench.ts'

export function choosePreset(preset: string): void {
  const { draft } = workbench.getState()
  if (draft.preset === preset) return
  // What was written belongs to the other preset, but for the seed, which belongs to the visitor.
  const seed = draft.texts['seed']
  workbench.setState({ draft: { ...emptyDraft(preset), controls: draft.controls, texts: seed === undefined ? {} : { seed } }, commandError: null })
}

/** Null gives the field back to the preset. */
export function editSetting(path: string, text: string | null): void {
  const { draft } = workbench.getState()
  const { [path]: _, ...others } = draft.texts
  workbench.setState({ draft: { ...draft, texts: text === null ? others : { ...others, [path]: text } } })
}

/** Every setting as the preset has it, but for the seed, which belongs to the visitor. */
export function takeBackSettings(): void {
  const { draft } = workbench.getState()
  const seed = draft.texts['seed']
  workbench.setState({ draft: { ...draft, texts: seed === undefined ? {} : { seed } } })
}

/** The settings of a run become the draft. */
export function takeSettings(spec: RunSpec): void {
  workbench.setState({ draft: draftOf(spec), commandError: null })
}

export function toggleControl(control: ControlName): void {
  const { draft } = workbench.getState()
  const wanted = draft.controls.includes(control) ? draft.controls.filter((one) => one !== control) : [...draft.controls, control]
  workbench.setState({ draft: { ...draft, controls: CONTROL_NAMES.filter((one) => wanted.includes(one)) } })
}
