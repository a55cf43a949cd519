// Every view of the centre, the help sheet and the tour: no violations that axe finds, in both themes, wide and narrow.

import { AxeBuilder } from '@axe-core/playwright'
import { expect, openView, test } from './journey.ts'

const VIEWS = ['Tokens', 'Timeline', 'Try it', 'Author', 'Runs', 'Policies', 'Lessons', 'Queue', 'Lab', 'Engine'] as const

test('axe finds nothing in any view, light and dark, wide and narrow', async ({ page }) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('./#run=recorded-arithmetic')
  await expect(page.getByTestId('phase')).toHaveText('Finished')
  // The zones beside the centre stay the same; accessible.spec.ts looks at the whole page.
  const check = async (where: string, part = '.zone-middle') => {
    const { violations } = await new AxeBuilder({ page })
      .include(part)
      .options({ resultTypes: ['violations'] })
      .analyze()
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
        await openView(page, view)
        await page.waitForTimeout(300)
        await check(`${colorScheme}, ${width}, ${view}`)
        const scroll = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(scroll, `${view} at ${width}`).toBeLessThanOrEqual(width)
      }
    }
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 860 })
      await openView(page, 'Try it')
      await page.getByRole('button', { name: 'You play' }).click()
      await page.getByRole('button', { name: 'A held-out problem' }).click()
      await expect(page.getByTestId('hand-agent')).toBeVisible({ timeout: 30_000 })
      await check(`${colorScheme}, ${width}, by hand`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `by hand at ${width}`).toBeLessThanOrEqual(width)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Help and shortcuts' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await check(`${colorScheme}, help`, '[role=dialog]')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Tour' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await check(`${colorScheme}, tour`, '[role=dialog]')
    await page.keyboard.press('Escape')
  }
})
