// A run as a file: out of one profile and into another, with every figure the same; a damaged file is refused with a code.

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { shortenedBundle } from '../src/share/testing/shortened-bundle.ts'
import { expect, settled, test } from './journey.ts'

/** What the page says of a run, in its tables and lists. */
const figures = async (page: Page): Promise<readonly string[]> => {
  await expect(page.getByTestId('digest').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Training metrics' })).toContainText('Numbers as a table')
  const places = [
    page.getByRole('region', { name: 'Checks' }),
    page.getByRole('region', { name: 'Evidence' }),
    page.getByRole('region', { name: 'Training metrics' }),
  ]
  return settled(() => Promise.all(places.map(async (place) => (await place.textContent()) ?? '')))
}

test('a run goes out as a bundle and comes into another profile whole', async ({ page, browser, baseURL, troubles }) => {
  await page.goto('./')
  await page.getByRole('textbox', { name: /^Steps/ }).fill('2')
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 90_000 })
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Run bundle' }).click()
  const path = await (await saving).path()
  // Read back from the store, like the other: a live run shows what came after its last event too.
  await page.reload()
  const here = await figures(page)

  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  const there = await other.newPage()
  await there.goto('./#tab=runs')
  const input = there.getByLabel('Open a run bundle')
  const bytes = readFileSync(path)
  const damaged = Buffer.from(bytes)
  damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1
  await input.setInputFiles({ name: 'run.tokenloom', mimeType: 'application/octet-stream', buffer: damaged })
  await expect(there.getByRole('alert').filter({ hasText: 'BUNDLE_HASH' }).first()).toBeVisible()
  await expect(there.getByTestId('run')).toHaveCount(0)

  await input.setInputFiles({ name: 'run.tokenloom', mimeType: 'application/octet-stream', buffer: bytes })
  await expect(there.getByTestId('run')).toHaveCount(1)
  await expect(there.getByRole('alert').filter({ hasText: 'BUNDLE_HASH' })).toHaveCount(0)
  expect(await figures(there)).toEqual(here)
  await there.reload()
  expect(await figures(there)).toEqual(here)
  await expect(there.getByRole('button', { name: 'Adapter (PEFT)' })).toBeVisible()

  await test.step('tokens that were freed come back from the file', async () => {
    const place = there.url()
    await there.goto('./#tab=runs&panel=storage')
    const stored = there.getByTestId('storage').getByRole('listitem')
    await stored.getByRole('button', { name: /^Free its tokens/ }).click()
    await expect(stored).toContainText('tokens 0 B')
    await there.goto('./#tab=runs')
    await input.setInputFiles({ name: 'run.tokenloom', mimeType: 'application/octet-stream', buffer: bytes })
    await expect(there.getByRole('status').filter({ hasText: 'what it had let go is back' })).toBeVisible()
    await there.goto('./#tab=runs&panel=storage')
    await expect(stored).not.toContainText('tokens 0 B')
    await there.goto(place)
  })

  await test.step('the file of another run with the same name is kept beside it', async () => {
    const changed = Buffer.from(await shortenedBundle(new Uint8Array(bytes)))
    const before = there.url()
    await there.goto('./#tab=runs')
    for (const _ of ['once', 'and once more']) {
      await input.setInputFiles({ name: 'run.tokenloom', mimeType: 'application/octet-stream', buffer: changed })
      await expect(there).toHaveURL(/run=r/)
      await there.goto('./#tab=runs')
    }
    await expect(there.getByTestId('run')).toHaveCount(2)
    await there.goto(before)
    expect(await figures(there)).toEqual(here)
  })

  await test.step('run again there, with the same digest', async () => {
    const digest = (await there.getByTestId('digest').first().textContent()) ?? 'no digest'
    const before = new URL(there.url()).hash
    await there.getByRole('button', { name: 'Run it again' }).click()
    await expect(there).not.toHaveURL(new RegExp(`${before}$`))
    await expect(there.getByTestId('phase')).toHaveText('Finished', { timeout: 90_000 })
    await expect(there.getByTestId('digest').first()).toHaveText(digest)
    await expect(there.getByTestId('promise')).toContainText('bit for bit the same run')
  })
  await other.close()
  expect(troubles.errors).toEqual([])
  expect(troubles.foreign).toEqual([])
})
