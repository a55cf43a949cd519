// How much the lines of the charts are smoothed: remembered by this browser.

import { workbench } from '../state/workbench.ts'
import { keepText, keptText } from './preferences.ts'

const KEY = 'tokenloom-smoothing'
export const MOST_SMOOTHING = 0.95

export function restoreSmoothing(): void {
  const kept = Number.parseFloat(keptText(KEY) ?? '')
  if (kept >= 0 && kept <= MOST_SMOOTHING) workbench.setState({ smoothing: kept })
}

export function setSmoothing(smoothing: number): void {
  workbench.setState({ smoothing })
  keepText(KEY, String(smoothing))
}
