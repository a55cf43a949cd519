// A reload in the middle of a run: how long until the page stands as before, with what was done, its tokens and its charts.

import type { Browser } from 'playwright'

export interface Reloaded {
  /** Steps that were done when the page was reloaded, and that it shows again. */
  readonly stepsBefore: number
  readonly stepsAfter: number
  /** From the reload until progress, tokens, headline and charts are drawn. */
  readonly milliseconds: number
}

const STEPS = 400
const RELOAD_AT = 30

export async function reloadedRun(browser: Browser, url: string): Promise<Reloaded> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.goto(url)
    await page.getByRole('textbox', { name: /^Steps/ }).fill(String(STEPS))
    await page.getByRole('button', { name: 'Train', exact: true }).click()
    const progress = page.getByTestId('progress')
    const stepsOf = async (): Promise<number> => Number.parseInt((await progress.textContent()) ?? '', 10)
    await progress.filter({ hasText: new RegExp(`^([3-9]\\d|\\d{3}) of ${STEPS}$`) }).waitFor({ timeout: 240_000 })
    const stepsBefore = Math.max(RELOAD_AT, await stepsOf())
    const start = performance.now()
    await page.reload({ waitUntil: 'commit' })
    await page.getByTestId('phase').filter({ hasText: 'Interrupted' }).waitFor({ timeout: 60_000 })
    await page.locator('.token-grid .chip').first().waitFor({ timeout: 60_000 })
    await page.locator('.headline-value').filter({ hasText: /\d/ }).waitFor({ timeout: 60_000 })
    await page.locator('.chart canvas').nth(1).waitFor({ timeout: 60_000 })
    const milliseconds = Math.round(performance.now() - start)
    return { stepsBefore, stepsAfter: await stepsOf(), milliseconds }
  } finally {
    await context.close()
  }
}
