// The device: its check, and the page where there is none.

import { expect, LONG_RUN, test, trainLong } from './journey.ts'
import { startRun } from './scripted-run.ts'

test('the device check runs every kernel against its reference', async ({ page, troubles }) => {
  await page.goto('./#panel=check')
  await page.getByRole('button', { name: 'Check this device' }).click()
  await expect(page.getByText(/^All \d+ checks held$/)).toBeVisible({ timeout: 300_000 })
  await expect(page.getByRole('cell', { name: '✓ held' }).first()).toBeVisible()
  // On a telephone a row is two lines, and nothing is to be scrolled sideways.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('cell', { name: /^error / }).first()).toBeVisible()
  const { scroll, width } = await page.getByRole('region', { name: 'Verdicts' }).evaluate((box) => ({ scroll: box.scrollWidth, width: box.clientWidth }))
  expect(scroll).toBeLessThanOrEqual(width)
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
  await trainLong(page)
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

test('kernels are measured for one step on request, by kernel and phase, on either engine', async ({ page, troubles }) => {
  for (const engine of ['cpu', 'wgsl']) {
    await page.goto('./#tab=engine')
    await expect(page.getByRole('button', { name: 'Measure the next step' })).toBeDisabled()
    await startRun(page, { preset: 'arithmetic', steps: LONG_RUN, engine, changes: { 'rollout.groups': 8, 'evaluation.problems': 16 } })
    await page.getByRole('button', { name: 'Measure the next step' }).click({ timeout: 90_000 })
    const profile = page.getByTestId('profile')
    await expect(profile).toContainText('requests for samples', { timeout: 90_000 })
    await expect(profile).toContainText(engine === 'cpu' ? 'by the clock of the worker' : /timestamps/)
    for (const phase of ['sampling', 'forward', 'backward', 'optimizer']) await expect(profile.locator('.profile-phases')).toContainText(phase)
    const shares = await profile.locator('tbody td:last-child').allTextContents()
    const numbers = shares.map((text) => Number.parseFloat(text))
    expect(numbers.length).toBeGreaterThan(15)
    expect(numbers.every((share, place) => place === 0 || share <= (numbers[place - 1] ?? 0))).toBe(true)
    const sum = numbers.reduce((total, share) => total + share, 0)
    expect(sum).toBeGreaterThan(97)
    expect(sum).toBeLessThan(103)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeEnabled({ timeout: 60_000 })
  }
  expect(troubles.errors).toEqual([])
})
