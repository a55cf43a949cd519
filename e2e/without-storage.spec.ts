// A browser that lends the page nothing: no settings, no database, no files, as private windows and strict frames do. Everything but
// keeping goes on, and what a run leaves can still be taken away as files.

import { readFileSync } from 'node:fs'
import { expect, openView, test } from './journey.ts'

test('with storage denied the page opens and trains, and its run leaves as a bundle that opens elsewhere', async ({ page, browser, baseURL, troubles }) => {
  await page.addInitScript(() => {
    const denied = (): never => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(globalThis, name, { get: denied })
    Object.defineProperty(navigator, 'storage', { get: () => ({ estimate: denied, persisted: denied, persist: denied, getDirectory: denied }) })
    // A worker has globals of its own; the store's is told the same.
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(options?.name === 'store' ? new URL('no-store.js', url) : url, options)
      }
    }
  })
  await page.goto('./')
  await expect(page.getByText('Playing a recording').first()).toBeVisible()
  await page.getByRole('button', { name: /^Theme/ }).click()
  await page.getByRole('textbox', { name: /^Steps/ }).fill('2')
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 90_000 })
  const digest = (await page.getByTestId('digest').first().textContent()) ?? 'no digest'
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Run bundle' }).click()
  const bytes = readFileSync(await (await saving).path())
  await openView(page, 'Runs')
  await page.getByRole('button', { name: 'What is stored here' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  // The store's script is missing here, and that alone.
  expect(troubles.errors.filter((error) => !/404/.test(error))).toEqual([])

  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  const there = await other.newPage()
  await there.goto('./#tab=runs')
  await there.getByLabel('Open a run bundle').setInputFiles({ name: 'run.tokenloom', mimeType: 'application/octet-stream', buffer: bytes })
  await expect(there.getByTestId('digest').first()).toHaveText(digest)
  await openView(there, 'Tokens')
  await expect(there.getByRole('gridcell').first()).toBeVisible()
  await expect(there.getByRole('button', { name: 'Adapter (PEFT)' })).toBeVisible()
  await other.close()
})

test('a view whose script does not come says so in its place, and the others go on', async ({ page }) => {
  await page.route('**/assets/RunsView-*.js', (route) => route.abort())
  await page.goto('./#run=recorded-arithmetic')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await openView(page, 'Runs')
  await expect(page.getByRole('alert').filter({ hasText: 'DOWNLOAD_FAILED' })).toContainText('A part of the page could not be loaded')
  await openView(page, 'Tokens')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeEnabled()
  await page.unroute('**/assets/RunsView-*.js')
  await openView(page, 'Runs')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByLabel('Open a run bundle')).toBeAttached()
})
