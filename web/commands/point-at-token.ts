// Pointing at a token: the pointer shows a card for as long as it is there, the keyboard until Escape. The
// keyboard's choice is not lost when the pointer passes by and leaves.

import { tokenDetail } from '../state/select-tokens.ts'
import { workbench } from '../state/workbench.ts'

let held: number | null = null
let onLetGo = (): void => {}

/** Whoever reads a token keeps its step on view; this is called when the reading ends. */
export function whenTokenIsLetGo(listener: () => void): void {
  onLetGo = listener
}

export function pointAt(index: number | null, by: 'pointer' | 'keyboard'): void {
  if (by === 'keyboard') held = index
  const { tokenStep, token } = workbench.getState()
  const wanted = index ?? (by === 'pointer' ? held : null)
  if (wanted === (token?.index ?? null)) return
  workbench.setState({ token: wanted === null || tokenStep === null ? null : tokenDetail(tokenStep, wanted) })
  if (wanted === null) onLetGo()
}

/** A new step is on view: indices of the old one mean nothing any more. */
export function letGoOfToken(): void {
  held = null
  if (workbench.getState().token !== null) workbench.setState({ token: null })
}
