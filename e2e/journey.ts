// The ground of every journey: the built page on a static server of its own, and a record of what went wrong on
// it. Journeys import `test` and `expect` from here. Knows nothing of the page's content.

import { join } from 'node:path'
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

export { expect }
