// The same links in the page as built: opened one after the other, each shown or refused, while everything that the page asks
// the network for and everything that a script in a link would leave behind is counted.

import { chromium } from 'playwright'
import { unwrap } from '../../../src/base/result.ts'
import { findBrowser } from '../../page/browser.ts'
import { serveFolder } from '../../page/serve.ts'

/** Browsers cut addresses at 2 MB. */
const LONGEST_ADDRESS = 500_000

export interface Opened {
  /** By the order of the links: the code shown, `text` where it opened, null where the address is too long for a browser. */
  readonly ends: readonly (string | null)[]
  /** Scripts of a link that ran. */
  readonly executed: number
  /** Requests to other hosts, and requests of whatever kind while links were opened that are not the page's own files. */
  readonly requests: readonly string[]
  /** Runs that started. */
  readonly started: number
}

export async function openInPage(dist: string, links: readonly string[]): Promise<Opened> {
  const site = await serveFolder(dist)
  const browser = await chromium.launch({ ...unwrap(findBrowser({ install: false })), headless: true })
  try {
    const page = await browser.newPage()
    const requests: string[] = []
    const own = (address: string): boolean => ['blob:', 'data:'].some((scheme) => address.startsWith(scheme)) || address.startsWith(site.url)
    page.on('request', (request) => {
      if (!own(request.url())) requests.push(request.url())
    })
    page.on('response', (response) => {
      if (response.status() >= 400) requests.push(response.url())
    })
    await page.goto(site.url)
    await page.locator('.head').waitFor()
    const ends: (string | null)[] = []
    let executed = 0
    for (const link of links) {
      if (link.length > LONGEST_ADDRESS) {
        ends.push(null)
        continue
      }
      await page.evaluate((fragment) => {
        location.hash = ''
        location.hash = fragment
      }, link)
      const preview = page.getByTestId('link-preview')
      await preview.waitFor()
      const code = preview.locator('.code')
      ends.push((await code.count()) === 0 ? 'text' : ((await code.first().textContent())?.split(' ')[0] ?? ''))
      const harmed = await page.evaluate(() => Object.hasOwn(globalThis, 'tokenloomHarmed') || Object.hasOwn(Object.prototype, 'harmed'))
      if (harmed) executed++
      await page.keyboard.press('Escape')
      await preview.waitFor({ state: 'detached' })
    }
    const started = await page.evaluate(() => document.querySelectorAll('.run-item').length)
    return { ends, executed, requests, started }
  } finally {
    await browser.close()
    await site.close()
  }
}
