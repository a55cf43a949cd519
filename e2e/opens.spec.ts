// The page opens: from a sub-path of a plain static host, without errors, without asking anyone else for anything.

import { expect, test } from './journey.ts'

test('the page opens without errors and without requests to other hosts', async ({ page, troubles }) => {
  await page.goto('./')
  await expect(page).toHaveTitle(/Tokenloom/)
  await page.waitForLoadState('networkidle')
  expect(troubles.errors).toEqual([])
  expect(troubles.foreign).toEqual([])
})

test('the browser of the journeys has WebGPU', async ({ page }) => {
  await page.goto('./')
  const adapter = await page.evaluate(async () => (await navigator.gpu.requestAdapter()) !== null)
  expect(adapter).toBe(true)
})
