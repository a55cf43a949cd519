// The device: its check, and the page where there is none.

import { expect, test } from './journey.ts'

test('the device check runs every kernel against its reference', async ({ page, troubles }) => {
  await page.goto('./#panel=check')
  await page.getByRole('button', { name: 'Check this device' }).click()
  await expect(page.getByText(/^All \d+ checks held$/)).toBeVisible({ timeout: 100_000 })
  await expect(page.getByRole('cell', { name: '✓ held' }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(troubles.errors).toEqual([])
})

test('without WebGPU the page opens and says in one sentence what to do', async ({ page, troubles }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }))
  await page.goto('./')
  const advice = page.getByTestId('no-webgpu')
  await expect(advice).toContainText('GPU_MISSING')
  await expect(advice.locator('p').first()).toHaveText(/^[A-Z][^.!?]*(\.\d[^.!?]*)*\.$/)
  await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeDisabled()
  expect(troubles.errors).toEqual([])
})

test('a browser whose GPU does not answer is told apart from one without WebGPU', async ({ page }) => {
  await page.addInitScript(() => {
    GPU.prototype.requestAdapter = async () => null
  })
  await page.goto('./')
  await expect(page.getByTestId('no-webgpu')).toContainText('GPU_NO_ADAPTER')
})
