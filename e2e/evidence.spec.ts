// Evidence on request: controls for a run that was made without them, further seeds as one band, runs that wait their turn.

import { expect, fillSetting, openView, test, trainLong } from './journey.ts'

test('a finished run gets its controls and further seeds afterwards, in the same charts', async ({ page, troubles }) => {
  await page.goto('./')
  await page.getByRole('textbox', { name: /^Steps/ }).fill('2')
  await fillSetting(page, 'Evaluation', /^Held-out problems/, 64)
  const train = page.getByRole('button', { name: 'Train', exact: true })
  await train.click()
  await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 90_000 })
  await expect(train).toBeEnabled()
  const first = new URL(page.url()).hash
  const evidence = page.getByTestId('evidence')

  await test.step('its controls run beside the same policy once more', async () => {
    await evidence.getByRole('button', { name: 'Run its controls' }).click()
    await expect(page).not.toHaveURL(new RegExp(`${first}$`))
    await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 120_000 })
    await expect(train).toBeEnabled()
    for (const control of ['random', 'shuffled', 'frozen']) await expect(evidence.locator(`[data-control="${control}"]`)).toContainText('±')
  })

  await test.step('and are drawn with the run that had none', async () => {
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`${first}$`))
    await expect(page.locator('.legend').first()).toContainText('Shuffled')
    await expect(evidence).toContainText('all 2 evaluations came out the same, number for number')
    await expect(evidence.locator('[data-control="random"]')).toContainText('Better than the random policy')
    await expect(evidence.getByRole('button', { name: 'Run its controls' })).toHaveCount(0)
  })

  await test.step('two further seeds, one after the other, by keyboard', async () => {
    await evidence.getByRole('button', { name: 'Run with 3 seeds' }).focus()
    // The third waits only until the second has ended.
    const waited = page.waitForFunction(() => document.querySelector('[data-testid="waiting"]')?.textContent?.includes('seed 3') === true)
    await page.keyboard.press('Enter')
    await waited
    await expect(page.getByTestId('waiting')).toHaveCount(0, { timeout: 90_000 })
    await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 90_000 })
    await expect(train).toBeEnabled()
    await expect(page.locator('.legend').first()).toContainText('Sampled, mean of 3 seeds (least to greatest)')
    await expect(evidence).toContainText('Over 3 seeds the gain is')
    await page.getByRole('checkbox', { name: 'Draw its 3 seeds as one line with a band' }).uncheck()
    await expect(page).toHaveURL(/seeds=apart/)
    await expect(page.locator('.legend').first()).not.toContainText('mean of')
  })

  await test.step('one line for them in the list of runs', async () => {
    await page.getByRole('button', { name: 'Runs', exact: true }).click()
    await expect(page.getByTestId('seed-group')).toContainText('3 seeds: 1, 2, 3')
  })
  expect(troubles.errors).toEqual([])
})

test('a run that was stopped holds what waits behind it, on a telephone', async ({ page }) => {
  await page.goto('./')
  await trainLong(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await openView(page, 'Charts')
  await page.getByTestId('evidence').getByRole('button', { name: 'Run its controls' }).click()
  const waiting = page.getByTestId('waiting')
  await expect(waiting).toContainText('with its controls')
  await expect(page.getByTestId('evidence')).toContainText('as soon as the run under way has finished')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(waiting.getByRole('button', { name: 'Start the next' })).toBeVisible({ timeout: 60_000 })
  await page.reload()
  await expect(waiting.getByRole('button', { name: 'Start the next' })).toBeVisible()
  await waiting.getByRole('button', { name: /^Take out/ }).click()
  await expect(waiting).toHaveCount(0)
})
