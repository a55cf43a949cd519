// Everyone can use it: no violations that axe finds, in both themes, wide and narrow, with a run on view.

import { axeFindsNothing, expect, test } from './journey.ts'

test('axe finds nothing, light and dark, wide and narrow', async ({ page }) => {
  await page.goto('./')
  await page.getByRole('textbox', { name: /^Steps/ }).fill('1')
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 90_000 })
  await page.getByText('Sampling', { exact: true }).first().click()
  const check = (where: string) => axeFindsNothing(page, where)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await check(`${colorScheme}, wide`)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  for (const tab of ['Charts', 'Tokens', 'Settings']) {
    await page.getByRole('button', { name: tab, exact: true }).click()
    await check(`narrow, ${tab}`)
  }
  await page.getByRole('button', { name: 'Device check' }).click()
  await check('device check')
})

test('nothing is wider than a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('./')
  for (const tab of ['Charts', 'Tokens', 'Settings']) {
    await page.getByRole('button', { name: tab, exact: true }).click()
    const { scroll, width } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, width: innerWidth }))
    expect(scroll).toBeLessThanOrEqual(width)
  }
})
