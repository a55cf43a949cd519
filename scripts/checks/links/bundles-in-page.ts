// Bundles in the page as built: each is chosen as a person would choose it; those that open are looked at in every view. Counts what
// they make the page ask the network for, and what a script in them would leave behind.

import { type Browser, chromium, type Page } from 'playwright'
import { unwrap } from '../../../src/base/result.ts'
import { findBrowser } from '../../page/browser.ts'
import { serveFolder } from '../../page/serve.ts'
import type { BundleFile } from './bundle-files.ts'

export interface OpenedBundles {
  readonly failures: readonly string[]
  readonly opened: number
  readonly executed: number
  /** To other hosts. */
  readonly requests: readonly string[]
}

/** Milliseconds: the largest writes 300 MiB into the browser's storage. */
const LONGEST_OPENING = 300_000

const VIEWS = ['charts', 'tokens', 'timeline', 'policies', 'engine', 'runs']

export async function openBundlesInPage(dist: string, files: readonly BundleFile[]): Promise<OpenedBundles> {
  const site = await serveFolder(dist)
  const browser = await chromium.launch({ ...unwrap(findBrowser({ install: false })), headless: true })
  const failures: string[] = []
  const requests: string[] = []
  let [opened, executed] = [0, 0]
  try {
    let page = await freshPage(browser, site.url, requests)
    for (const { name, path, ends } of files) {
      const faults: string[] = []
      const hear = (error: Error): void => void faults.push(error.message)
      page.on('pageerror', hear)
      const end = await choose(page, site.url, path)
      if (end === 'opened') {
        await lookAround(page)
        opened++
      }
      if (await isHarmed(page)) executed++
      page.off('pageerror', hear)
      if (!ends.includes(end)) failures.push(`page: bundle: ${name} ended as ${end}`)
      if (faults.length > 0) failures.push(`page: bundle: ${name} broke the page: ${faults[0]}`)
      // What was kept must not be known to the next one.
      if (end === 'opened') {
        await page.context().close()
        page = await freshPage(browser, site.url, requests)
      }
    }
    return { failures, opened, executed, requests }
  } finally {
    await browser.close()
    await site.close()
  }
}

async function freshPage(browser: Browser, url: string, requests: string[]): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  page.on('request', (request) => {
    const address = request.url()
    if (!address.startsWith(url) && !address.startsWith('blob:') && !address.startsWith('data:')) requests.push(address)
  })
  return page
}

/** The code that the page shows, or `opened`. */
async function choose(page: Page, url: string, path: string): Promise<string> {
  await page.goto('about:blank')
  await page.goto(`${url}#tab=runs`)
  await page.getByLabel('Open a run bundle').setInputFiles(path)
  const end = page.locator('.link-preview .code').or(page.getByTestId('run')).first()
  // Read in one go: what stands there for a moment may be gone at a second look.
  const { opened, text } = await end.evaluate((element) => ({ opened: element.matches('[data-testid=run]'), text: element.textContent }), undefined, {
    timeout: LONGEST_OPENING,
  })
  return opened ? 'opened' : (text.split(' ')[0] ?? '')
}

async function lookAround(page: Page): Promise<void> {
  for (const view of VIEWS) {
    await page.evaluate((tab) => {
      location.hash = location.hash.replace(/tab=\w+/, `tab=${tab}`)
    }, view)
    // Two frames and whatever they asked for: a view that a log can break breaks here.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)))))
    await page.locator('.head').waitFor()
  }
}

const isHarmed = (page: Page): Promise<boolean> =>
  page.evaluate(() => Object.hasOwn(globalThis, 'tokenloomHarmed') || Object.hasOwn(Object.prototype, 'harmed'))
