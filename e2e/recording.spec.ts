// The first visit: a recorded run plays until somebody trains. It is what a visitor without any engine sees.

import { expect, openView, test } from './journey.ts'

test('a first visit sees a run that learns within ten seconds, and says that it is a recording', async ({ page, troubles }) => {
  await page.goto('./')
  const note = page.getByTestId('recording')
  await expect(note).toContainText('nothing is computed now')
  await expect(page.getByTestId('phase')).toHaveText('Playing a recording')
  await expect(page.getByTestId('progress')).toHaveText(/^([2-9]|\d\d) of \d+$/, { timeout: 10_000 })
  await expect(page.getByRole('gridcell').first()).toBeVisible()

  await page.getByRole('button', { name: 'Hold the recording' }).click()
  const held = await page.getByTestId('progress').textContent()
  await page.waitForTimeout(1200)
  expect(await page.getByTestId('progress').textContent()).toBe(held)
  await page.getByRole('button', { name: 'Play on' }).click()
  await expect(page.getByTestId('progress')).not.toHaveText(held ?? '')

  await openView(page, 'Lessons')
  await expect(page.getByTestId('phase')).toHaveText('The recording waits')
  const waiting = await page.getByTestId('progress').textContent()
  await openView(page, 'Tokens')
  await expect(page.getByTestId('progress')).not.toHaveText(waiting ?? '')

  await page.getByRole('button', { name: 'To its end' }).click()
  await expect(page.getByTestId('phase')).toHaveText('Finished')
  await expect(page.getByText('Better than the base model')).toBeVisible()
  await expect(page.getByTestId('digest')).toHaveText(/^[0-9a-f]{64}$/)
  expect(troubles.errors).toEqual([])
  expect(troubles.foreign).toEqual([])
})

test('Train takes the place of the recording', async ({ page }) => {
  await page.goto('./')
  await expect(page.getByTestId('recording')).toBeVisible()
  await page.getByRole('textbox', { name: /^Steps/ }).fill('1')
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByTestId('recording')).toBeHidden()
  await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 90_000 })
  await expect(page.getByTestId('progress')).toHaveText('1 of 1')
  await page.reload()
  await expect(page.getByTestId('progress')).toHaveText('1 of 1')
  await expect(page.getByTestId('recording')).toBeHidden()
})

test('without WebGPU the recording can be read to the last token, on a telephone, by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }))
  await page.goto('./')
  await page.getByRole('button', { name: 'To its end' }).press('Enter')
  await expect(page.getByTestId('phase')).toHaveText('Finished')
  await openView(page, 'Tokens')
  await page.getByRole('slider', { name: 'Step' }).press('Home')
  await expect(page.getByText('Step 1', { exact: true })).toBeVisible()
  await page.getByRole('grid').focus()
  await page.keyboard.press('End')
  await expect(page.locator('.token-card')).toContainText('GENERATING')
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test('the recording stands as a whole and does not play', async ({ page }) => {
    await page.goto('./')
    await expect(page.getByTestId('phase')).toHaveText('Finished')
    await expect(page.getByRole('button', { name: 'Play it again' })).toBeVisible()
  })
})

test('a recording that cannot be had leaves the page whole', async ({ page }) => {
  await page.route('**/recordings/**', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('./')
  await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeEnabled()
  await expect(page.getByTestId('recording')).toBeHidden()
  await expect(page.getByText('Every token that the policy samples will appear here')).toBeVisible()
})
