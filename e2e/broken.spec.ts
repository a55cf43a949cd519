// When things break: a worker that falls ends its run with a message, and the next run begins as if nothing had
// happened; a base that is damaged on its way is refused and says why.

import { expect, test } from './journey.ts'

test('a worker that falls ends the run with a code, keeps its record, and the next run starts', async ({ page }) => {
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
