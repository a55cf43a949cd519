// The widths of the outer zones: dragged or stepped, kept within reason, remembered by this browser.

import { workbench, type ZoneWidths } from '../state/workbench.ts'
import { keepText, keptText } from './preferences.ts'

const KEY = 'tokenloom-zones'

export const WIDTH_LIMITS = { left: { min: 240, max: 520 }, right: { min: 280, max: 800 } } as const

export type Side = keyof ZoneWidths

export function restoreWidths(): void {
  const [left, right] = (keptText(KEY) ?? '').split(' ').map(Number)
  workbench.setState({ widths: { left: within('left', left), right: within('right', right) } })
}

/** Null gives the zone back to the page. */
export function setWidth(side: Side, width: number | null): void {
  const widths = { ...workbench.getState().widths, [side]: width === null ? null : within(side, width) }
  workbench.setState({ widths })
  keepText(KEY, `${widths.left ?? 0} ${widths.right ?? 0}`)
}

function within(side: Side, width: number | undefined): number | null {
  const { min, max } = WIDTH_LIMITS[side]
  return width === undefined || !(width > 0) ? null : Math.round(Math.min(max, Math.max(min, width)))
}
