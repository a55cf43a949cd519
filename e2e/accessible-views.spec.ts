// Every view of the centre, the help sheet and the tour: no violations that axe finds, in both themes, wide and narrow.

import { axeFindsNothing, expect, openView, test, viewDrawn } from './journey.ts'

const VIEWS = ['Tokens', 'Timeline', 'Try it', 'Author', 'Runs', 'Policies', 'Lessons', 'Queue', 'Lab', 'Engine'] as const

test('axe finds nothing in any view, light and dark, wide and narrow', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('./#run=recorded-arithmetic')
  await expect(page.getByTestId('phase')).toHaveText('Finished')
  // The zones beside the centre stay the same; accessible.spec.ts looks at the whole page.
  const check = (where: string, part = '.zone-middle') => axeFindsNothing(page, where, part)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const view of VIEWS) {
        await openView(page, view)
        await viewDrawn(page)
        await check(`${colorScheme}, ${width}, ${view}`)
      }
    }
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 860 })
      await openView(page, 'Try it')
      await page.getByRole('button', { name: 'You play' }).click()
      await page.getByRole('button', { name: 'A held-out problem' }).click()
      await expect(page.getByTestId('hand-agent')).toBeVisible({ timeout: 60_000 })
      await check(`${colorScheme}, ${width}, by hand`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Help and shortcuts' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await check(`${colorScheme}, help`, 'dialog')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Tour' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await check(`${colorScheme}, tour`, '[role=dialog]')
    await page.keyboard.press('Escape')
  }
})
