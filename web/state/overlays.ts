// Runs drawn beside the one on view: each has a letter and a dash, because colours have meanings already. Pure.

import type { RunView } from './run-view.ts'

export interface OverlayRun {
  readonly id: string
  readonly name: string
  readonly view: RunView
  /** Runs of other seeds that its line is drawn over. */
  readonly seeds: readonly RunView[]
}

export const OVERLAY_STYLES = ['besideA', 'besideB', 'besideC'] as const
export const OVERLAY_LETTERS = ['A', 'B', 'C'] as const

/** How an overlay is called where there is little room. */
export const overlayLabel = (place: number, name: string): string => `${OVERLAY_LETTERS[place] ?? '?'}, ${name}`
