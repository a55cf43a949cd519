// The workbench itself: zones of any width, views with addresses, the help sheet, the tour, the engine panel.

import { expect, test } from './journey.ts'

test('zones are resized by keyboard and by pointer, and remembered', async ({ page }) => {
  await page.goto('./#run=recorded-arithmetic')
  const width = async (zone: string) => Math.round((await page.locator(zone).boundingBox())?.width ?? 0)
  const before = await width('.zone-decide')
  const left = page.getByRole('separator', { name: 'Width of the left zone' })
  await left.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => width('.zone-decide')).toBe(before + 48)
  const right = page.getByRole('separator', { name: 'Width of the right zone' })
  const box = await right.boundingBox()
  const [x, y] = [(box?.x ?? 0) + 4, (box?.y ?? 0) + 200]
  const [rightBefore] = [await width('.zone-right')]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 100, y, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Math.abs((await width('.zone-right')) - rightBefore - 100)).toBeLessThanOrEqual(2)
  await page.reload()
  await expect.poll(() => width('.zone-decide')).toBe(before + 48)
  await left.dblclick()
  await expect.poll(() => width('.zone-decide')).toBe(before)
})

test('views have addresses, keys bring them, and a menu of views closes when the row has another width', async ({ page }) => {
  await page.goto('./#run=recorded-arithmetic&tab=runs')
  await expect(page.getByRole('heading', { name: 'Runs in this browser' })).toBeVisible()
  await page.keyboard.press('4')
  await expect(page.getByRole('heading', { name: 'Where the time goes' })).toBeVisible()
  await expect(page).toHaveURL(/tab=engine/)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Runs in this browser' })).toBeVisible()

  // A menu that stayed open would offer other entries where a hand was about to press.
  const more = page.getByRole('button', { name: /^More views/ })
  const menu = page.getByRole('menu')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('.zone-decide')).toBeHidden()
  await more.click()
  await expect(menu.getByRole('menuitem', { name: 'Engine' })).toBeVisible()
  await page.setViewportSize({ width: 560, height: 844 })
  await expect(menu).toBeHidden()
  await expect(more).toBeFocused()

  // The theme, by keyboard on a telephone: as the system, light, dark.
  await page.setViewportSize({ width: 390, height: 844 })
  const theme = page.getByRole('button', { name: /^Theme/ })
  for (const name of ['light', 'dark']) {
    await theme.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', name)
  }
})

test('the help sheet opens with a question mark, and single keys can be switched off', async ({ page }) => {
  await page.goto('./#run=recorded-arithmetic')
  await expect(page.getByTestId('phase')).toHaveText('Finished')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Help and shortcuts' })
  await expect(sheet).toContainText('Search the sequences of a step')
  await sheet.getByRole('checkbox', { name: 'Single keys are commands' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('?')
  await expect(sheet).toBeHidden()
})

test('the tour is offered, goes from place to place, and gives the focus back', async ({ page }) => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto('./#run=recorded-arithmetic')
    const offer = page.getByRole('button', { name: 'Tour' })
    await offer.click()
    const card = page.locator('.tour')
    await expect(card).toBeFocused()
    for (const title of ['Does it work?', 'Where the episodes are', 'Every token', 'What is decided', 'Try it']) {
      const next = card.getByRole('button', { name: 'Next' })
      await (viewport.width === 390 ? next.press('Enter') : next.click())
      await expect(card.getByRole('heading', { name: title })).toBeVisible()
      const box = await card.boundingBox()
      expect((box?.x ?? -1) >= 0 && (box?.y ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= viewport.width).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(card).toBeHidden()
    await expect(offer).toBeFocused()
  }
})

test('the engine panel tells device, kernels and memory, and gives a report, by keyboard on a telephone too', async ({ page, troubles }) => {
  await page.goto('./#tab=engine')
  await expect(page.getByText('The engine is ready.', { exact: true })).toBeVisible({ timeout: 60_000 })
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text: string) => void Reflect.set(globalThis, 'copied', text) } })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Copy a report' }).press('Enter')
  await expect(page.getByText('Copied.')).toBeVisible()
  const report = await page.evaluate(() => String(Reflect.get(globalThis, 'copied')))
  for (const part of ['browser: Mozilla', '"variants"', 'maxComputeWorkgroupStorageSize']) expect(report).toContain(part)
  expect(troubles.errors).toEqual([])
})
