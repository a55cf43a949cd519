// Charts: the whole vocabulary of the field on one axis, smoothed as one likes, taken away as picture or numbers.

import { readFileSync } from 'node:fs'
import { expect, openView, test } from './journey.ts'
import { startRun } from './scripted-run.ts'

test('every metric has its chart, and the smoothing is remembered', async ({ page }) => {
  await page.goto('./#run=recorded-arithmetic')
  for (const name of [
    'Loss',
    'Entropy',
    'KL to the base',
    'Gradient norm',
    'Clip share',
    'Staleness',
    'Dropped groups',
    'Cut short',
    'Sampled tokens a second',
  ])
    await expect(page.locator('.small-charts figcaption').filter({ hasText: name })).toBeVisible()
  await expect(page.locator('.small-charts figcaption').filter({ hasText: 'Sampling against training' })).toBeVisible()
  await expect(page.getByText('Time of a step by phase')).toBeVisible()
  const smoothing = page.getByRole('slider', { name: 'Smoothing' })
  await smoothing.press('Home')
  await expect(smoothing).toHaveAttribute('aria-valuetext', 'none')
  await page.reload()
  await expect(smoothing).toHaveAttribute('aria-valuetext', 'none')
})

test('a chart is saved as a picture and as numbers, by keyboard', async ({ page }) => {
  await page.goto('./#run=recorded-arithmetic')
  const open = page.getByRole('button', { name: 'Take away the chart of held-out return' })
  await open.focus()
  await page.keyboard.press('Enter')
  const numbers = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Save numbers (CSV)' }).press('Enter')
  const csv = readFileSync(await (await numbers).path(), 'utf8')
  expect(csv.split('\n')[0]).toBe('step,"Sampled","Greedy","Base","Random","Shuffled","Frozen"')
  expect(csv.split('\n')[1]).toMatch(/^0,0\.\d+,/)

  await open.click()
  const picture = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Save as picture (PNG)' }).click()
  const png = readFileSync(await (await picture).path())
  expect([...png.subarray(1, 4)]).toEqual([...'PNG'].map((sign) => sign.charCodeAt(0)))
  expect(png.length).toBeGreaterThan(5000)
})

test('one cursor goes over all charts, and their numbers are read by keyboard on a telephone', async ({ page }) => {
  await page.goto('./#run=recorded-arithmetic')
  const over = page.locator('.u-over').first()
  // A chart that takes new values is drawn anew and forgets where the pointer was: a hand goes on moving.
  await expect(async () => {
    await over.hover({ position: { x: 100, y: 40 } })
    await over.hover({ position: { x: 120, y: 40 } })
    await expect(page.locator('.chart-title', { hasText: 'Held-out return' })).toContainText(/step \d+/, { timeout: 1000 })
    await expect(page.locator('.chart-title', { hasText: 'Training return' })).toContainText(/step \d+/, { timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByText('Numbers as a table').first().focus()
  await page.keyboard.press('Enter')
  await expect(
    page
      .getByRole('region', { name: /held-out return/i })
      .getByRole('table')
      .first(),
  ).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a run that goes wrong says so in plain words with a hint, wide and on a telephone', async ({ page }) => {
  await page.goto('./')
  // No answer of two digits has room, so every episode is cut short.
  const changes = { 'rollout.maxTokensPerTurn': 1, 'rollout.groups': 4, 'evaluation.problems': 16 }
  await startRun(page, { preset: 'arithmetic', steps: 4, engine: 'cpu', changes })
  const alarm = page.getByTestId('alarm')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    if (width === 390) await openView(page, 'Charts')
    await expect(alarm).toContainText('Most answers are cut short', { timeout: 60_000 })
    await expect(alarm).toContainText('Raise the tokens per turn')
  }
})
