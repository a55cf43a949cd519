// The list of runs: names, notes, several runs on the same charts, a comparison, deletion.

import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

async function trainOneStep(page: Page, seed: number): Promise<void> {
  await page.getByRole('textbox', { name: /^Seed/ }).fill(String(seed))
  await page.getByRole('textbox', { name: /^Steps/ }).fill('1')
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 90_000 })
  await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeEnabled()
}

test('runs are named, noted, drawn together, compared and deleted', async ({ page, troubles }) => {
  await page.goto('./')
  await trainOneStep(page, 1)
  await trainOneStep(page, 2)
  await page.getByRole('button', { name: 'Runs', exact: true }).click()
  const runs = page.getByTestId('run')
  await expect(runs).toHaveCount(2)
  await expect(runs.first()).toContainText('on view')
  await expect(runs.first()).toContainText('Steps: 1 instead of 80')

  await test.step('a name and a note, kept over a reload', async () => {
    await runs
      .last()
      .getByRole('button', { name: /^Name, note, tags/ })
      .click()
    await runs.last().getByRole('textbox', { name: 'Name' }).fill('the first one')
    await runs.last().getByRole('textbox', { name: 'Note' }).fill('seed 1, to compare')
    await runs.last().getByRole('textbox', { name: 'Name' }).press('Enter')
    await expect(runs.last()).toContainText('the first one')
    await page.reload()
    await expect(runs.last()).toContainText('seed 1, to compare')
  })

  await test.step('tags, pins and a baseline, and a filter that can be linked', async () => {
    const first = runs.filter({ hasText: 'the first one' })
    await first.getByRole('button', { name: /^Name, note, tags/ }).click()
    await first.getByRole('textbox', { name: /^Tags/ }).fill('to keep, small')
    await first.getByRole('textbox', { name: /^Tags/ }).press('Enter')
    await expect(first.getByRole('button', { name: 'to keep' })).toBeVisible()
    await first.getByRole('button', { name: 'Pin the first one' }).click()
    await expect(runs.first()).toContainText('the first one')
    await expect(runs.last().getByTestId('outcome')).toContainText(/against the first one .*±/)
    await runs
      .last()
      .getByRole('button', { name: /^Baseline/ })
      .click()
    await expect(page).toHaveURL(/baseline=r/)
    await expect(runs.first().getByTestId('outcome')).toContainText(/against .*±/)
    await page.goBack()
    await expect(runs.last().getByTestId('outcome')).toContainText('against the first one')
    await first.getByRole('button', { name: 'to keep' }).click()
    await expect(runs).toHaveCount(1)
    await page.reload()
    await expect(page.getByTestId('runs-shown')).toHaveText('1 of 2 runs')
    await page.goBack()
    await expect(runs).toHaveCount(2)
    await page.getByRole('searchbox', { name: /^Search names/ }).fill('to compare')
    await expect(runs).toHaveCount(1)
    await page.getByRole('button', { name: 'Show all' }).click()
    await runs.last().getByRole('button', { name: /^Hide/ }).click()
    await expect(runs).toHaveCount(1)
    await page.getByRole('checkbox', { name: '1 hidden' }).check()
    await runs
      .last()
      .getByRole('button', { name: /^Show again/ })
      .click()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(runs).toHaveCount(2)
    await first.getByRole('button', { name: 'Unpin the first one' }).click()
    // by its name: as long as it is the baseline the other run's outcome speaks of it too
    await expect(runs.last().locator('strong')).toHaveText('the first one')
  })

  await test.step('both on the charts, and compared', async () => {
    await runs.last().getByRole('checkbox').click()
    await expect(page).toHaveURL(/with=/)
    await expect(page.locator('.legend').first()).toContainText('A, the first one')
    const table = page.getByRole('region', { name: 'Runs compared' })
    await expect(table.getByRole('row', { name: /^Seed/ })).toContainText('21')
    await expect(table.getByRole('row', { name: /^Held-out return, base/ })).toContainText(/0\.\d{3}/)
  })

  await test.step('the recorded run beside them', async () => {
    await page.getByRole('checkbox', { name: 'On the charts', exact: true }).press('Space')
    await expect(page.locator('.legend').first()).toContainText('B, the recording')
  })

  await test.step('deletion is pressed twice, by keyboard on a telephone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('region', { name: 'Runs compared' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await runs.last().getByRole('checkbox').press('Space')
    await expect(runs.last().getByRole('checkbox')).not.toBeChecked()
    await runs.last().getByRole('button', { name: 'Delete the first one' }).press('Enter')
    // The second press finds the focus on the button that asks.
    await expect(runs.last().getByRole('button', { name: /^Delete for good/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(runs).toHaveCount(1)
  })
  expect(troubles.errors).toEqual([])
})
