// When things break: a worker that falls ends its run with a message, and the next run begins as if nothing had
// happened; a base that is damaged on its way is refused and says why.

import type { Page } from '@playwright/test'
import { expect, fillSetting, test, trainLong } from './journey.ts'

/** Keeps every worker of the page by its name, so that a test can end one. */
async function keepWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const workers: Record<string, Worker> = {}
    Reflect.set(globalThis, 'workersOfTest', workers)
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options)
        workers[options?.name ?? ''] = this
      }
    }
  })
}

test('a worker that falls ends the run with a code, keeps its record, and the next run starts', async ({ page }) => {
  await keepWorkers(page)
  await page.goto('./')
  await trainLong(page)
  // The browser tells the page of a crash by this event.
  await page.evaluate(() => {
    const { engine } = Reflect.get(globalThis, 'workersOfTest') as Record<string, Worker>
    engine?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))
  })
  await expect(page.getByTestId('phase')).toHaveText('Failed')
  await expect(page.getByRole('alert').filter({ hasText: 'WORKER_DEAD' }).first()).toBeVisible()

  await trainLong(page)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByTestId('phase')).toHaveText('Stopped')
  await page.reload()
  await expect(page.getByRole('button', { name: /failed/ })).toBeVisible()
})

test('a damaged base is refused with a code, and nothing is half-loaded', async ({ page }) => {
  await page.route('**/model.safetensors', async (route) => {
    const response = await route.fetch()
    const body = await response.body()
    await route.fulfill({ response, body: body.subarray(0, body.length - 100) })
  })
  await page.goto('./')
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: /WEIGHTS_TRUNCATED|WEIGHTS_CORRUPT|DOWNLOAD_FAILED/ })).toBeVisible()
  await page.unroute('**/model.safetensors')
  await trainLong(page)
})

test('a worker that ends without a word is noticed within five seconds', async ({ page }) => {
  await keepWorkers(page)
  await page.goto('./')
  await trainLong(page)
  // By the clock of the page: what the journey itself waits for is not the page's.
  const milliseconds = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const { engine } = Reflect.get(globalThis, 'workersOfTest') as Record<string, Worker>
        const ended = performance.now()
        new MutationObserver(() => {
          if (document.querySelector('[data-testid="phase"]')?.textContent === 'Failed') resolve(performance.now() - ended)
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
        engine?.terminate()
      }),
  )
  expect(milliseconds).toBeLessThan(5000)
  await expect(page.getByTestId('phase')).toHaveText('Failed')
  await expect(page.getByRole('alert').filter({ hasText: 'WORKER_DEAD' }).first()).toContainText('ended without a word')
})

test('a base that is not there is named in the error', async ({ page }) => {
  await page.goto('./')
  const message = await page.evaluate(async () => {
    const page = Reflect.get(globalThis, 'tokenloom') as { start(input: object): Promise<unknown> }
    return page.start({ spec: { base: 'no-such-base' } }).then(
      () => '',
      (thrown: Error) => thrown.message,
    )
  })
  expect(JSON.parse(message)).toMatchObject({ code: 'DOWNLOAD_FAILED', message: expect.stringContaining('no-such-base') })
})

test('a GPU that is lost while nothing runs is told at once, and the next run gets a fresh one', async ({ page, browser }) => {
  await page.addInitScript(() => localStorage.setItem('tokenloom-engine', 'wgsl'))
  await page.goto('./#tab=engine')
  await expect(page.getByText('The engine is ready.', { exact: true })).toBeVisible({ timeout: 60_000 })
  const session = await browser.newBrowserCDPSession()
  await session.send('Browser.crashGpuProcess').catch(() => {})
  await expect(page.getByRole('alert').filter({ hasText: 'GPU_LOST' }).first()).toBeVisible({ timeout: 60_000 })
  await fillSetting(page, 'Sampling', /^Groups/, 8)
  await fillSetting(page, 'Evaluation', /^Held-out problems/, 16)
  await trainLong(page)
})
