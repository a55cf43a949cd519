// Charts: the whole vocabulary of the field on one axis, smoothed as one likes, taken away as picture or numbers.

import { readFileSync } from 'node:fs'
import { expect, test } from './journey.ts'

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
  const open = page.getByRole('button', { name: 'Take away the chart of held-out reward' })
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

test('one cursor goes over all charts', async ({ page }) => {
  await page.goto('./#run=recorded-arithmetic')
  const over = page.locator('.u-over').first()
  // A chart that takes new values is drawn anew and forgets where the pointer was: a hand goes on moving.
  await expect(async () => {
    await over.hover({ position: { x: 100, y: 40 } })
    await over.hover({ position: { x: 120, y: 40 } })
    await expect(page.locator('.chart-title', { hasText: 'Held-out reward' })).toContainText(/step \d+/, { timeout: 1000 })
    await expect(page.locator('.chart-title', { hasText: 'Training reward' })).toContainText(/step \d+/, { timeout: 1000 })
  }).toPass({ timeout: 20_000 })
})
