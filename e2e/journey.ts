// The ground of every journey: the built page on a static server of its own, a record of what went wrong on it, and what many journeys
// do alike. Journeys import `test` and `expect` from here. Of the page's content it knows the navigation alone.

import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type StaticSite, serveFolder } from '../scripts/page/serve.ts'

/** A path with a folder in it: the page must not care where it is mounted. */
const UNDER = '/lab/tokenloom/'

export interface PageTroubles {
  /** Uncaught errors and console errors, in order. */
  readonly errors: string[]
  /** Requests that left the page's own host. */
  readonly foreign: string[]
}

export const test = base.extend<{ troubles: PageTroubles }, { site: StaticSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const site = await serveFolder(join(import.meta.dirname, '..', 'dist'), { under: UNDER })
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => {
    await use(site.url)
  },
  troubles: async ({ page, site }, use) => {
    const troubles: PageTroubles = { errors: [], foreign: [] }
    page.on('pageerror', (error) => troubles.errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') troubles.errors.push(message.text())
    })
    page.on('request', (request) => {
      const { host, protocol } = new URL(request.url())
      if (protocol.startsWith('http') && host !== new URL(site.url).host) troubles.foreign.push(request.url())
    })
    await use(troubles)
  },
})

/** How long one press may take before the way to the view is looked for anew. */
const PRESS = { timeout: 5_000 }

/**
 * Opens a view by its name in the navigation: in the row where it fits, else in the menu behind it. After a change of width the row is
 * measured anew, and what was in the menu may stand in the row by the time of the press; so both are tried until one leads there.
 */
export async function openView(page: Page, name: string): Promise<void> {
  const views = page.getByRole('navigation', { name: 'Views' })
  const inRow = views.getByRole('button', { name, exact: true })
  const inMenu = page.getByRole('menuitem', { name, exact: true })
  await expect(async () => {
    if (await inRow.isVisible()) return inRow.click(PRESS)
    if (!(await inMenu.isVisible())) await views.getByRole('button', { name: /^More views/ }).click(PRESS)
    await inMenu.click(PRESS)
  }).toPass({ timeout: 90_000 })
}

/** Steps of a run that a journey ends itself: more than a fast machine makes while a busy one comes to the next press. */
export const LONG_RUN = 1000

/** What `progress` says once such a run has made a step. */
export const LONG_RUN_STEPS = /^[1-9]\d* of 1\s000$/

/** Fills a setting in its section of the form, opened where it is closed. */
export async function fillSetting(page: Page, section: string, name: RegExp, value: number): Promise<void> {
  const field = page.getByRole('textbox', { name })
  if (!(await field.isVisible())) await page.locator('.zone-decide').getByText(section, { exact: true }).first().click()
  await field.fill(String(value))
}

/** Presses Train for a run that the journey ends itself, and waits for its first step. */
export async function trainLong(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /^Steps/ }).fill(String(LONG_RUN))
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByTestId('progress')).toHaveText(LONG_RUN_STEPS, { timeout: 90_000 })
}

/** Waits until the view that the navigation leads to is drawn, its script included. */
export async function viewDrawn(page: Page): Promise<void> {
  await expect(page.locator('.bench[data-coming]')).toHaveCount(0)
  await expect(page.getByText('Loading the view')).toHaveCount(0)
}

/**
 * No violation that axe finds, on the whole page or within `part`, and nothing wider than the page. In axe's legacy mode, since there is no
 * frame of another host on the page: the other one opens a second page for each look, which takes longer than the look.
 */
export async function axeFindsNothing(page: Page, where: string, part?: string): Promise<void> {
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (part === undefined ? builder : builder.include(part)).analyze()
  expect(violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes[0]?.html.slice(0, 160)}`)).toEqual([])
  const { scroll, width } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, width: innerWidth }))
  expect(scroll, where).toBeLessThanOrEqual(width)
}

/** Reads until two readings some time apart are the same: what comes from the store comes piece by piece. */
export async function settled<T>(read: () => Promise<T>): Promise<T> {
  let last = await read()
  await expect(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    const now = await read()
    const same = JSON.stringify(now) === JSON.stringify(last)
    last = now
    expect(same).toBe(true)
  }).toPass({ timeout: 60_000 })
  return last
}

export { expect }
