// How each kind of line is drawn: a colour of the palette and a dash that tells it apart without colour. One table
// for the canvas, the legend and the labels at the edge.

import type { LineStyle } from '../../../state/series.ts'

export interface Stroke {
  /** Name of a custom property of the palette. */
  readonly color: string
  readonly width: number
  readonly dash: readonly number[]
  readonly opacity: number
}

export const STROKES: Readonly<Record<LineStyle, Stroke>> = {
  policy: { color: '--generating', width: 2, dash: [], opacity: 1 },
  policySecond: { color: '--generating', width: 1.5, dash: [5, 3], opacity: 1 },
  raw: { color: '--generating', width: 1, dash: [], opacity: 0.35 },
  base: { color: '--ink-faint', width: 1.5, dash: [2, 3], opacity: 1 },
  random: { color: '--random', width: 1.5, dash: [1, 3], opacity: 1 },
  shuffled: { color: '--interacting', width: 1.5, dash: [8, 3, 2, 3], opacity: 1 },
  besideA: { color: '--ink', width: 1.5, dash: [7, 3], opacity: 1 },
  besideB: { color: '--ink', width: 1.5, dash: [2, 2], opacity: 1 },
  besideC: { color: '--ink', width: 1.5, dash: [9, 3, 2, 3, 2, 3], opacity: 1 },
  agent1: { color: '--agent-1', width: 1.75, dash: [], opacity: 1 },
  agent2: { color: '--agent-2', width: 1.75, dash: [7, 3], opacity: 1 },
  agent3: { color: '--agent-3', width: 1.75, dash: [2, 2], opacity: 1 },
  agent4: { color: '--agent-4', width: 1.75, dash: [9, 3, 2, 3], opacity: 1 },
  agent5: { color: '--agent-5', width: 1.75, dash: [5, 2], opacity: 1 },
  agent6: { color: '--agent-6', width: 1.75, dash: [9, 3, 2, 3, 2, 3], opacity: 1 },
  agent7: { color: '--agent-7', width: 1.75, dash: [1, 3], opacity: 1 },
  agent8: { color: '--agent-8', width: 1.75, dash: [12, 4], opacity: 1 },
  environmentTime: { color: '--interacting', width: 1.5, dash: [6, 3], opacity: 1 },
  gradientTime: { color: '--ink', width: 1.5, dash: [10, 3], opacity: 1 },
  optimizerTime: { color: '--ink-faint', width: 1.5, dash: [2, 3], opacity: 1 },
  frozen: { color: '--terminated', width: 1.5, dash: [10, 4], opacity: 1 },
  blank: { color: '--pending', width: 1.5, dash: [1, 3], opacity: 1 },
  'shuffled-pictures': { color: '--pending', width: 1.5, dash: [6, 3, 1, 3], opacity: 1 },
}

/** The colour as the page has it now. */
export function paletteColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}
