// How long an act of a person takes to show: from the touch or key to the next paint, as the browser's own event timing tells
// (https://www.w3.org/TR/event-timing/). Knows how to touch and to wait, not which acts there are nor what is too slow.

import type { Locator, Page } from 'playwright'

export interface Interaction {
  /** What was done. */
  readonly act: string
  /** From the input to the paint after it; the browser rounds to 8. */
  readonly milliseconds: number
  /** When the input came, by the page's clock; when it was sent, if it was answered faster than is told. */
  readonly start: number
}

interface SeenEvent {
  readonly duration: number
  readonly start: number
}

/** Milliseconds after an act: what it brought has been painted and told, and what it put off has been done. */
export const SETTLE = 1000
/** Events faster than this are not told one by one; the act counts with this much. */
const LEAST = 16

/** Must be called before the page is opened. */
export async function watchEvents(page: Page): Promise<void> {
  await page.addInitScript((least) => {
    const events: SeenEvent[] = []
    Object.assign(globalThis, { phoneEvents: events })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const timing = entry as PerformanceEventTiming
        const id = Number(Reflect.get(timing, 'interactionId') ?? 0)
        if (id > 0) events.push({ duration: timing.duration, start: timing.startTime })
      }
    }).observe({ type: 'event', durationThreshold: least, buffered: true } as PerformanceObserverInit)
  }, LEAST)
}

export type Act = (name: string, work: () => Promise<unknown>) => Promise<void>

/** Acts of one kind, kept as they are done. */
export function actsOn(page: Page, kind = ''): { readonly done: readonly Interaction[]; readonly act: Act } {
  const done: Interaction[] = []
  return {
    done,
    act: async (name, work) => {
      done.push(await timed(page, `${kind}${name}`, work))
    },
  }
}

/** Does one act and tells its slowest interaction. */
async function timed(page: Page, act: string, work: () => Promise<unknown>): Promise<Interaction> {
  const sent = await page.evaluate(() => {
    const events: unknown = Reflect.get(globalThis, 'phoneEvents')
    if (Array.isArray(events)) events.length = 0
    return performance.now()
  })
  await work()
  await page.waitForTimeout(SETTLE)
  const seen = await page.evaluate(() => Reflect.get(globalThis, 'phoneEvents') as readonly SeenEvent[])
  const slowest = seen.reduce((most, one) => (one.duration > most.duration ? one : most), { duration: LEAST, start: sent })
  return { act, milliseconds: slowest.duration, start: slowest.start }
}

/** One of those that can be touched where they are: the bars of the page lie over others. */
export async function tapToken(page: Page, place: number): Promise<void> {
  await page.locator('.token-grid').evaluate((grid) => grid.scrollIntoView({ block: 'start' }))
  const found = await page.waitForFunction((place) => {
    const middles = [...document.querySelectorAll('[data-index]')].flatMap((chip) => {
      const { left, top, width, height } = chip.getBoundingClientRect()
      const middle = { x: left + width / 2, y: top + height / 2 }
      return document.elementFromPoint(middle.x, middle.y) === chip ? [middle] : []
    })
    return middles[place] ?? null
  }, place)
  const at = await found.jsonValue()
  if (at === null) throw new Error(`Token ${place} of those on the screen is not there.`)
  await page.touchscreen.tap(at.x, at.y)
}

/** A slider is set where it is touched. */
export async function tapAt(page: Page, slider: Locator, share: number): Promise<void> {
  await slider.scrollIntoViewIfNeeded()
  const box = await slider.boundingBox()
  if (box === null) throw new Error('The slider is not on the screen.')
  await page.touchscreen.tap(box.x + share * box.width, box.y + box.height / 2)
}
