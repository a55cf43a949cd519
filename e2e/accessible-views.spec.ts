// Every view of the centre, the help sheet and the tour: no violations that axe finds, in both themes, wide and narrow.

import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './journey.ts'

const VIEWS = ['Tokens', 'Try it', 'Runs', 'Engine'] as const

test('axe finds nothing in any view, light and dark, wide and narrow', async ({ page }) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('./#run=recorded-arithmetic')
  await expect(page.getByTestId('phase')).toHaveText('Finished')
  const check = async (where: string) => {
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes[0]?.html.slice(0, 160)}`)).toEqual([])
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const view of VIEWS) {
        await page.getByRole('button', { name: view, exact: true }).first().click()
        await page.waitForTimeout(300)
        await check(`${colorScheme}, ${width}, ${view}`)
        const scroll = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(scroll, `${view} at ${width}`).toBeLessThanOrEqual(width)
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Help and shortcuts' }).click()
    await check(`${colorScheme}, help`)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Tour' }).click()
    await check(`${colorScheme}, tour`)
    await page.keyboard.press('Escape')
  }
})
