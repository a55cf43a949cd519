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

test('without WebGPU the processor trains, and the page says in one sentence how to get a GPU', async ({ page, troubles }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }))
  await page.goto('./')
  const advice = page.getByTestId('no-webgpu')
  await expect(advice).toContainText('GPU_MISSING')
  await expect(advice.locator('p').first()).toHaveText(/^[A-Z][^.!?]*(\.\d[^.!?]*)*\.$/)
  await expect(page.getByTestId('device')).toContainText('The processor trains here: this browser offers no WebGPU.')
  const train = page.getByRole('button', { name: 'Train', exact: true })
  await expect(train).toBeEnabled()
  // Whoever insists on the GPU is told that there is none.
  await page.getByText('Engine', { exact: true }).first().click()
  await page.getByRole('combobox', { name: 'Engine' }).selectOption('wgsl')
  await expect(train).toBeDisabled()
  await page.getByRole('combobox', { name: 'Engine' }).selectOption('auto')
  await train.click()
  await expect(page.getByTestId('progress')).toHaveText(/^[1-9]\d* of \d+$/, { timeout: 30_000 })
  await page.getByRole('button', { name: 'Stop' }).click()
  expect(troubles.errors).toEqual([])
})

test('a browser whose GPU does not answer is told apart from one without WebGPU', async ({ page }) => {
  await page.addInitScript(() => {
    GPU.prototype.requestAdapter = async () => null
  })
  await page.goto('./')
  await expect(page.getByTestId('no-webgpu')).toContainText('GPU_NO_ADAPTER')
})
