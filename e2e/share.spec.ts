// Links between two profiles: a run's spec goes over whole and comes out the same; nothing runs before a press; strangers' links
// are refused or shown as text.

import type { Page } from '@playwright/test'
import { GOLDEN_LINKS } from '../src/share/testing/golden-links.ts'
import { axeFindsNothing, expect, test } from './journey.ts'

const preview = (page: Page) => page.getByTestId('link-preview')

test('a run that was trained here is trained again in another profile from its link, with the same digest', async ({ page, browser, baseURL, troubles }) => {
  await page.goto('./')
  await page.getByRole('textbox', { name: /^Steps/ }).fill('2')
  await page.getByRole('textbox', { name: /^Seed/ }).fill('4711')
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 90_000 })
  const digest = await page.getByTestId('digest').first().textContent()

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const offer = page.getByRole('region', { name: 'The run on view' })
  const address = await offer.getByRole('textbox').inputValue()
  await expect(offer).toContainText(`${address.length} characters.`)
  await axeFindsNothing(page, 'share')
  await offer.getByRole('button', { name: 'Copy link' }).click()

  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  const there = await other.newPage()
  await there.goto(address)
  await expect(preview(there)).toContainText('seed 4711, 2 steps')
  await expect(preview(there)).toContainText(`${address.length} characters.`)
  await expect(preview(there)).toContainText(digest ?? 'no digest')
  await expect(there.getByTestId('phase')).toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await there.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await axeFindsNothing(there, `preview, ${colorScheme}`)
  }
  await there.getByRole('button', { name: 'Take these settings' }).click()
  await expect(preview(there)).toBeHidden()
  await expect(there.getByRole('textbox', { name: /^Seed/ })).toHaveValue('4711')
  await expect(there.getByTestId('phase')).toHaveCount(0)
  expect(new URL(there.url()).hash).not.toContain('d=')

  await there.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(there.getByTestId('phase')).toHaveText('Finished', { timeout: 90_000 })
  await expect(there.getByTestId('digest').first()).toHaveText(digest ?? 'no digest')
  await expect(there.getByTestId('promise')).toContainText('bit for bit the same run')
  await other.close()
  expect(troubles.errors).toEqual([])
  expect(troubles.foreign).toEqual([])
})

test('every golden link opens as a preview, on a narrow screen too, and nothing runs', async ({ page, troubles }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const { link, holds } of GOLDEN_LINKS) {
    await page.goto('about:blank')
    await page.goto(`./${link}`)
    await expect(preview(page)).toBeVisible()
    await expect(preview(page).getByRole('alert')).toHaveCount(0)
    const { scroll, width } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, width: innerWidth }))
    expect(scroll, JSON.stringify(holds)).toBeLessThanOrEqual(width)
    await expect(page.getByTestId('phase')).toHaveCount(0)
  }
  await axeFindsNothing(page, 'narrow preview')
  expect(troubles.errors).toEqual([])
  expect(troubles.foreign).toEqual([])
})

test('a damaged link is refused with a code, and closing it gives the page as it is without one', async ({ page }) => {
  await page.goto(`./${GOLDEN_LINKS[4]?.link.slice(0, -3)}`)
  await expect(page.getByRole('alert').filter({ hasText: 'LINK_INVALID at link' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview(page)).toBeHidden()
  expect(new URL(page.url()).hash).toBe('')
  await expect(page.getByText('Playing a recording').first()).toBeVisible()
})

test('a link over a run under way: put away it leaves the place as it was; taken it fills the form, and the run goes on', async ({ page, troubles }) => {
  const open = (link: string) => page.evaluate((fragment) => location.assign(fragment), link)
  const link = GOLDEN_LINKS[1]?.link ?? ''
  await page.goto('./')
  await page.getByRole('textbox', { name: /^Steps/ }).fill('5000')
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeEnabled({ timeout: 60_000 })
  const place = `${new URL(page.url()).hash}&tab=lessons&lesson=credit&at=2`
  await open(place)
  await open(link)
  await expect(preview(page)).toContainText('seed 7, 12 steps')
  await page.keyboard.press('Escape')
  await expect(preview(page)).toBeHidden()
  expect(new URL(page.url()).hash).toBe(place)
  await open(link)
  await page.getByRole('button', { name: 'Take these settings' }).click()
  await expect(page.getByRole('textbox', { name: /^Seed/ })).toHaveValue('7')
  await expect(page.getByRole('textbox', { name: /^Steps/ })).toHaveValue('12')
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByTestId('under-way').getByRole('listitem')).toHaveCount(2, { timeout: 60_000 })
  expect(troubles.errors).toEqual([])
})

test('a token is shared with its step, and its card opens at the reader after a press', async ({ page, browser, baseURL }) => {
  await page.goto('./#run=recorded-arithmetic&tab=tokens&step=3')
  await page.locator('[data-index="12"]').click()
  const card = (await page.locator('.token-card').textContent()) ?? 'no card'
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const address = await page
    .getByRole('region', { name: 'This place in the recorded run' })
    .getByRole('textbox', { name: /^Address/ })
    .inputValue()
  await page.keyboard.press('Escape')
  await expect(page.locator('.token-card')).toHaveCount(0)

  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  const there = await other.newPage()
  await there.goto(address)
  await expect(preview(there)).toContainText('step 3, token 12')
  await there.getByRole('button', { name: 'Go there' }).click()
  await expect(there.locator('.token-card')).toHaveText(card)
  await other.close()
})

test('a place in the recorded run comes on view after a press', async ({ page }) => {
  await page.goto(`./${GOLDEN_LINKS[5]?.link}`)
  await page.getByRole('button', { name: 'Go there' }).click()
  await expect(preview(page)).toBeHidden()
  await expect(page.getByText('A recording:').first()).toBeVisible()
  expect(new URL(page.url()).hash).toContain('step=12')
})
