// What a person does on a phone, one act after the other, and how long each takes to show: from the touch or key to the next
// paint, as the browser's own event timing tells (https://www.w3.org/TR/event-timing/). Knows which acts there are, not what is too slow.

import type { Page } from 'playwright'

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

/** The first visit, with the recording playing: views, settings, sheets, tokens, scrubbing. */
export async function actsOfVisit(page: Page): Promise<readonly Interaction[]> {
  const done: Interaction[] = []
  const act = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    done.push(await timed(page, name, work))
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).first()
  const views = page.getByRole('navigation', { name: 'Views' })
  const view = (name: string) => views.getByRole('button', { name, exact: true })

  await act('view Settings', () => view('Settings').tap())
  for (const group of ['Base and environment', 'Sampling', 'Objective', 'Optimizer']) {
    await act(`open settings ${group}`, () => page.getByText(group, { exact: true }).first().tap())
  }
  await act('a field of the settings', () => page.getByRole('textbox', { name: /^Steps/ }).tap())
  await act('type into it', () => page.keyboard.type('7'))
  await act('a control', () => page.getByRole('checkbox', { name: /^Random policy/ }).tap())
  await act('view Tokens', () => view('Tokens').tap())
  for (const place of [0, 9, 30]) await act(`card of token ${place}`, () => tapToken(page, place))
  const steps = page.getByRole('slider', { name: 'Step', exact: true })
  for (const share of [0.8, 0.2, 0.6]) await act(`scrub to ${share}`, () => tapAt(page, steps, share))
  await act('next step', () => button('Next step').tap())
  await act('previous step', () => button('Previous step').tap())
  await act('view Charts', () => view('Charts').tap())
  await act('smoothing', () => tapAt(page, page.getByRole('slider', { name: 'Smoothing' }), 0.3))
  for (const sheet of ['Device check', 'Share', 'Tour', 'Help and shortcuts']) {
    await act(`open ${sheet}`, () => button(sheet).tap())
    await page.getByRole('dialog').waitFor()
    await act(`close ${sheet}`, () => page.keyboard.press('Escape'))
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await act('theme', () => button(/^Theme/).tap())
  for (const name of ['Timeline', 'Lessons', 'Runs', 'Policies', 'Try it', 'Author', 'Engine']) {
    await act(`menu of views before ${name}`, () => views.getByRole('button', { name: /^More views/ }).tap())
    await page.getByRole('menuitem', { name, exact: true }).waitFor()
    await act(`view ${name}`, () => page.getByRole('menuitem', { name, exact: true }).tap())
    await act(`view Charts after ${name}`, () => view('Charts').tap())
  }
  return done
}

/** A large replay on view: tokens, their cards, scrubbing, searching, and the other views of it. */
export async function actsOfReplay(page: Page): Promise<readonly Interaction[]> {
  const done: Interaction[] = []
  const act = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    done.push(await timed(page, `large replay: ${name}`, work))
  }
  const view = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name, exact: true })
  for (const place of [0, 5]) await act(`card of token ${place}`, () => tapToken(page, place))
  await act('let go of the token', () => page.keyboard.press('Escape'))
  await act('view Charts', () => view('Charts').tap())
  await act('view Tokens', () => view('Tokens').tap())
  await act('previous step', () => page.getByRole('button', { name: 'Previous step', exact: true }).tap())
  await act('next step', () => page.getByRole('button', { name: 'Next step', exact: true }).tap())
  await act('open the filters', () => page.getByText('Key, search and filters').tap())
  await act('the search', () => page.getByRole('searchbox').first().tap())
  await act('search', () => page.keyboard.type('1'))
  await act('search on', () => page.keyboard.type('2'))
  await act('view Charts again', () => view('Charts').tap())
  return done
}

/** One of those that can be touched where they are: the bars of the page lie over others. */
async function tapToken(page: Page, place: number): Promise<void> {
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
async function tapAt(page: Page, slider: ReturnType<Page['getByRole']>, share: number): Promise<void> {
  await slider.scrollIntoViewIfNeeded()
  const box = await slider.boundingBox()
  if (box === null) throw new Error('The slider is not on the screen.')
  await page.touchscreen.tap(box.x + share * box.width, box.y + box.height / 2)
}
