// Runs the suites in the project's headless Chromium: serves the bundle, opens its empty page, calls it. Knows nothing of
// what is tested.

import { chromium } from 'playwright'
import { unwrap } from '../../../src/base/result.ts'
import { findBrowser } from '../../page/browser.ts'
import { serveFolder } from '../../page/serve.ts'
import { bundleSuites } from './bundle.ts'
import type { CaseOutcome, SuiteName, SuiteReport } from './suite.ts'

/** What page.ts exports, as the page imports it. */
interface PageModule {
  run(suites: readonly SuiteName[], tell: (outcome: CaseOutcome) => void): Promise<SuiteReport>
}

export async function runInChromium(suites: readonly SuiteName[], tell: (outcome: CaseOutcome) => void): Promise<SuiteReport> {
  const site = await serveFolder(await bundleSuites())
  const browser = await chromium.launch({ ...unwrap(findBrowser({ install: true })), headless: true })
  try {
    const page = await browser.newPage()
    await page.exposeFunction('tellOutcome', tell)
    await page.goto(site.url)
    return await page.evaluate(async (names) => {
      // An address that no bundler can follow: the module lies beside the page, not beside this script.
      const module: PageModule = await import(/* @vite-ignore */ new URL('page.js', location.href).href)
      return module.run(names, (outcome) => void Reflect.get(globalThis, 'tellOutcome')(outcome))
    }, suites)
  } finally {
    await browser.close()
    await site.close()
  }
}
