// The stretch of time on view: zooming keeps the time under the pointer in its place, nothing leaves the run. Pure.

export interface Window {
  readonly from: number
  readonly to: number
}

/** A tenth of a millisecond across the whole view: closer is nothing to see. */
const CLOSEST = 0.1

export function within({ from, to }: Window, length: number): Window {
  const span = Math.min(Math.max(to - from, CLOSEST), Math.max(length, CLOSEST))
  const start = Math.min(Math.max(from, 0), Math.max(0, length - span))
  return { from: start, to: start + span }
}

/** `factor` below 1 comes closer; `share` is where in the view the time stands still, 0 at the left. */
export function zoomed({ from, to }: Window, factor: number, share: number, length: number): Window {
  const still = from + share * (to - from)
  const span = Math.min(Math.max((to - from) * factor, CLOSEST), Math.max(length, CLOSEST))
  return within({ from: still - share * span, to: still - share * span + span }, length)
}

/** By a share of what is on view. */
export function panned({ from, to }: Window, share: number, length: number): Window {
  const by = share * (to - from)
  return within({ from: from + by, to: to + by }, length)
}

/** With a little air around it. */
export function around(from: number, to: number, length: number): Window {
  const air = 0.04 * Math.max(to - from, CLOSEST)
  return within({ from: from - air, to: to + air }, length)
}

/** So that a time is on view, with room after it; the same window where it is already. */
export function brought(window: Window, time: number, length: number): Window {
  const span = window.to - window.from
  if (time >= window.from + 0.02 * span && time <= window.to - 0.08 * span) return window
  return within({ from: time - 0.3 * span, to: time + 0.7 * span }, length)
}

/** Times at which a label stands: round numbers, at most `most` of them. */
export function ticks({ from, to }: Window, most: number): readonly number[] {
  const rough = (to - from) / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 10 * power
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, index) => (first + index) * step)
}
