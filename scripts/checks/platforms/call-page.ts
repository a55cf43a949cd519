// Calls a function of a bundled module in the project's headless Chromium: serves the bundle, opens its empty page, imports the
// module there. Knows nothing of what is called.

import { chromium } from 'playwright'
import { unwrap } from '../../../src/base/result.ts'
import { findBrowser } from '../../page/browser.ts'
import { serveFolder } from '../../page/serve.ts'
import { bundleSuites } from './bundle.ts'

/** The answer of `module.name(input, tell)`; input, answer and what is told cross as JSON. */
export async function callPage<Answer>(module: string, name: string, input: object, tell: (told: never) => void): Promise<Answer> {
  const site = await serveFolder(await bundleSuites())
  const browser = await chromium.launch({ ...unwrap(findBrowser({ install: true })), headless: true })
  try {
    const page = await browser.newPage()
    await page.exposeFunction('tellCaller', tell)
    await page.goto(site.url)
    const answer = await page.evaluate(
      async ([file, called, given]) => {
        // An address that no bundler can follow: the module lies beside the page, not beside this script.
        const imported = await import(/* @vite-ignore */ new URL(`${file}.js`, location.href).href)
        return imported[called](JSON.parse(given), (told: unknown) => void Reflect.get(globalThis, 'tellCaller')(told))
      },
      [module, name, JSON.stringify(input)] as const,
    )
    return answer as Answer
  } finally {
    await browser.close()
    await site.close()
  }
}
