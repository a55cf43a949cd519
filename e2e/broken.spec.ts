// When things break: a worker that falls ends its run with a message, and the next run begins as if nothing had
// happened; a base that is damaged on its way is refused and says why.

import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

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
  const progress = page.getByTestId('progress')
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(progress).toHaveText(/^[1-9]\d* of 80$/, { timeout: 60_000 })
  // The browser tells the page of a crash by this event.
  await page.evaluate(() => {
    const { engine } = Reflect.get(globalThis, 'workersOfTest') as Record<string, Worker>
    engine?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))
  })
  await expect(page.getByTestId('phase')).toHaveText('Failed')
  await expect(page.getByRole('alert').filter({ hasText: 'WORKER_DEAD' }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(progress).toHaveText(/^[1-9]\d* of 80$/, { timeout: 60_000 })
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
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByTestId('progress')).toHaveText(/^[1-9]\d* of 80$/, { timeout: 60_000 })
})

test('a worker that ends without a word is noticed within five seconds', async ({ page }) => {
  await keepWorkers(page)
  await page.goto('./')
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByTestId('progress')).toHaveText(/^[1-9]\d* of 80$/, { timeout: 60_000 })
  await page.evaluate(() => {
    const { engine } = Reflect.get(globalThis, 'workersOfTest') as Record<string, Worker>
    engine?.terminate()
  })
  await expect(page.getByTestId('phase')).toHaveText('Failed', { timeout: 5000 })
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
  test.slow()
  await page.addInitScript(() => localStorage.setItem('tokenloom-engine', 'wgsl'))
  await page.goto('./#tab=engine')
  await expect(page.getByText('The engine is ready.', { exact: true })).toBeVisible({ timeout: 60_000 })
  const session = await browser.newBrowserCDPSession()
  await session.send('Browser.crashGpuProcess').catch(() => {})
  await expect(page.getByRole('alert').filter({ hasText: 'GPU_LOST' }).first()).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByTestId('progress')).toHaveText(/^[1-9]\d* of 80$/, { timeout: 90_000 })
})
