// A first visit: a fresh profile opens the page and presses Train as soon as it can. How long until the first step stands there,
// until the curve clearly rises (the page's own interval excludes no change), and the longest time without a sign of progress.
// The page is watched from within, so that no figure waits for this script.

import type { Browser } from 'playwright'

export interface FirstVisit {
  /** What the page says of the device and the engine. */
  readonly device: string
  /** All from opening the page. */
  readonly trainMilliseconds: number
  readonly firstStepMilliseconds: number
  readonly risingMilliseconds: number
  /** Between two changes of what the page says of the run, from the press to the rising curve. */
  readonly longestSilenceMilliseconds: number
}

interface Witnessed {
  /** Changes of what tells of progress, while a run of one's own is on view. */
  readonly signs: number[]
  pressed: number | null
  firstStep: number | null
  rising: number | null
}

/** Long enough to tell how far beyond its limit a figure is. */
const PATIENCE = 4

export async function firstVisit(browser: Browser, url: string, engine: 'auto' | 'wgsl', limit: number): Promise<FirstVisit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const timeout = PATIENCE * limit
  try {
    const page = await context.newPage()
    await page.addInitScript(witness)
    if (engine === 'wgsl') await page.addInitScript(() => localStorage.setItem('tokenloom-engine', 'wgsl'))
    await page.goto(url, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Train', exact: true }).click({ timeout })
    await page.waitForFunction(() => (Reflect.get(globalThis, 'witnessed') as Witnessed).rising !== null, undefined, { timeout })
    const { signs, pressed, firstStep, rising } = await page.evaluate(() => Reflect.get(globalThis, 'witnessed') as Witnessed)
    const [start, end] = [pressed ?? Number.NaN, rising ?? Number.NaN]
    const times = [start, ...signs.filter((time) => time > start && time < end), end]
    const silence = Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)))
    return {
      device: (await page.getByTestId('device').or(page.getByTestId('no-webgpu')).first().textContent()) ?? '',
      trainMilliseconds: Math.round(start),
      firstStepMilliseconds: Math.round(firstStep ?? Number.NaN),
      risingMilliseconds: Math.round(end),
      longestSilenceMilliseconds: Math.round(silence),
    }
  } finally {
    await context.close()
  }
}

/** Runs in the page, before anything of it. Times are from the navigation on. */
function witness(): void {
  const seen: Witnessed = { signs: [], pressed: null, firstStep: null, rising: null }
  Reflect.set(globalThis, 'witnessed', seen)
  document.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('button')?.textContent?.trim() === 'Train') seen.pressed ??= performance.now()
    },
    true,
  )
  const textOf = (selector: string): string => document.querySelector(selector)?.textContent ?? ''
  const look = (changes: readonly MutationRecord[]): void => {
    // The recording that plays until the press makes progress too, and counts for nothing.
    if (seen.pressed === null || document.querySelector('[data-testid="recording"]') !== null) return
    const now = performance.now()
    const tells = changes.some(({ target }) => (target instanceof Element ? target : target.parentElement)?.closest('.dock, .headline, .zone-middle') != null)
    if (tells) seen.signs.push(now)
    if (/^[1-9]/.test(textOf('[data-testid="progress"]'))) seen.firstStep ??= now
    if (textOf('.headline').includes('Better than the base model')) seen.rising ??= now
  }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['style', 'aria-valuenow'],
  })
}
