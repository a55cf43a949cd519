// Without a network: after one visit the page opens, draws and trains with its server gone; what is stored is shown and can go.

import { join } from 'node:path'
import { serveFolder } from '../scripts/page/serve.ts'
import { GOLDEN_LINKS } from '../src/share/testing/golden-links.ts'
import { axeFindsNothing, expect, test } from './journey.ts'

test.use({ serviceWorkers: 'allow' })

test('after the first visit the page opens and trains with its host gone, and storage is shown and freed', async ({ page, context }) => {
  const site = await serveFolder(join(import.meta.dirname, '..', 'dist'), { under: '/course/tokenloom/' })
  await page.goto(site.url)
  await page.goto(`${site.url}#panel=storage`)
  await expect(page.getByTestId('offline')).toContainText('opens without a network', { timeout: 60_000 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await axeFindsNothing(page, colorScheme)
  }
  await site.close()

  await page.goto('about:blank')
  await page.goto(site.url)
  // Motion was reduced above, so the recording stands at its end.
  await expect(page.getByText('Made earlier with')).toBeVisible()
  // Another base than that of the first visit.
  await page.getByRole('radio', { name: /^A tool, and its answers/ }).check()
  await page.getByRole('textbox', { name: /^Steps/ }).fill('1')
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 90_000 })
  await page.getByTestId('persist').getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByTestId('persist')).toHaveCount(0)
  // A link to a game, and the editor with its compiler and its sandbox.
  const game = GOLDEN_LINKS.find(({ name }) => name === 'an episode of a run, as the second version writes it')
  const other = await context.newPage()
  await other.goto(site.url + game?.link)
  await other.getByRole('button', { name: 'Play this episode' }).click()
  await expect(other.getByTestId('episode-turn')).toContainText('Turn 2 of 2')
  await other.goto(`${site.url}#tab=author`)
  await other.getByRole('button', { name: 'Start from the bare contract' }).click()
  await expect(other.getByTestId('types')).toHaveText('Types fit', { timeout: 90_000 })
  await expect(other.getByTestId('check-standing')).toHaveText('Keeps the contract', { timeout: 90_000 })
  await other.close()

  await page.getByRole('button', { name: 'Runs', exact: true }).click()
  await page.getByRole('button', { name: 'What is stored here' }).click()
  const stored = page.getByTestId('storage').getByRole('listitem')
  await expect(stored).toHaveCount(1)
  await stored.getByRole('button', { name: /^Free its tokens/ }).click()
  await expect(stored).toContainText('tokens 0 B')
  await stored.getByRole('button', { name: /^Delete/ }).click()
  await stored.getByRole('button', { name: /^Delete for good/ }).click()
  await expect(stored).toHaveCount(0)
})
