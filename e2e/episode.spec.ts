// One episode as a link: offered from a run, played again elsewhere from its seed and actions, with board, lanes and tokens.

import { join } from 'node:path'
import { axeFindsNothing, expect, test } from './journey.ts'

const BUNDLE = join(import.meta.dirname, '../src/share/testing/bundles/three-agents.tokenloom')

test('an episode goes out as a link and is played again in another profile, without any policy', async ({ page, browser, baseURL, troubles }) => {
  await page.goto('./#tab=runs')
  await page.getByLabel('Open a run bundle').setInputFiles(BUNDLE)
  await expect(page.getByTestId('digest').first()).toBeVisible()
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Tokens', exact: true }).click()
  await expect(page.getByTestId('board-turn')).toContainText('Turn')
  const last = (await page.getByTestId('board-turn').textContent()) ?? ''
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const offer = page.getByRole('region', { name: 'One episode of the step on view' })
  const address = await offer.getByRole('textbox').inputValue()

  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  const there = await other.newPage()
  await there.goto(address)
  const preview = there.getByTestId('link-preview')
  await expect(preview).toContainText('harvest-v1')
  await expect(there.getByTestId('episode-player')).toHaveCount(0)
  await there.emulateMedia({ reducedMotion: 'reduce' })
  await preview.getByRole('button', { name: 'Play this episode' }).click()
  await expect(there.getByTestId('episode-turn')).toContainText('Turn 0 of')
  await there.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(there.getByTestId('episode-turn')).toContainText('Turn 1 of')
  await there.getByRole('button', { name: 'Last', exact: true }).click()
  // The same last state as on the board of the run itself.
  const [turn, ...rest] = last.split('. ')
  await expect(there.getByTestId('episode-turn')).toContainText(turn ?? 'no turn')
  await expect(there.getByTestId('episode-turn')).toContainText(rest.at(-1)?.trim() ?? 'no caption')
  await expect(there.getByTestId('hand-agent')).toHaveCount(3)
  await axeFindsNothing(there, 'the episode')
  await other.close()
  expect(troubles.errors).toEqual([])
  expect(troubles.foreign).toEqual([])
})
