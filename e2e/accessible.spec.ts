// Everyone can use it: no violations that axe finds, in both themes, wide and narrow, with a run on view.

import { axeFindsNothing, expect, openView, test } from './journey.ts'

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
  // 1440 by 900 at 400 %: what is on view has the screen, and the page scrolls to what stands beside it.
  await page.setViewportSize({ width: 360, height: 225 })
  await openView(page, 'Tokens')
  await expect.poll(() => page.locator('.zone-middle').evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(200)
  await page.getByRole('button', { name: 'Train', exact: true }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeInViewport({ ratio: 1 })
  // A telephone on its side: Train is in view at once, and most of the height is left to what is trained.
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeInViewport({ ratio: 1 })
  await expect.poll(() => page.locator('.zone-middle').evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(200)
})

test('where the system imposes its colours, tokens keep their meaning and what is chosen its mark', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto('./')
  const style = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)
  await expect(page.locator('.key .chip.trained').first()).toBeVisible()
  expect(await style('.key .chip.trained', 'background-color')).not.toBe(await style('.key .chip.context', 'background-color'))
  expect(await style('.key .chip.environment', 'background-image')).not.toBe('none')
  expect(await style('.key .pushed.up', 'background-image')).not.toBe(await style('.key .pushed.down', 'background-image'))
  expect(await style('.preset[aria-checked=true]', 'outline-style')).toBe('solid')
  expect(await style('.preset[aria-checked=false]', 'outline-style')).toBe('none')
  expect(await style('.view-tab[aria-current=page]', 'border-bottom-color')).not.toBe(await style('.view-tab:not([aria-current])', 'border-bottom-color'))
})
