// A person writes an environment: from the empty page to a file that is checked, shown where it is wrong, played with its action mask on
// view, and still there after a reload; with the keyboard where it is written.

import type { Page } from '@playwright/test'
import { axeFindsNothing, expect, openView, test } from './journey.ts'

const SLOW = { timeout: 90_000 }

/** Replaces words of the source with the editor's own search, by keyboard. */
async function replace(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('textbox', { name: /^The source of the environment/ }).click()
  await page.keyboard.press('Control+f')
  const panel = page.locator('.cm-search')
  await panel.locator('[name=search]').fill(from)
  await panel.locator('input[name=replace]').fill(to)
  await panel.locator('[name=replaceAll]').press('Enter')
  await panel.locator('[name=search]').press('Escape')
  await expect(panel).toHaveCount(0)
}

test('an environment is written, checked, shown where it is wrong, and played; a reload loses nothing', async ({ page, troubles }) => {
  await page.goto('./')
  await openView(page, 'Author')
  const templates = page.getByRole('region', { name: 'Templates' }).getByRole('listitem')
  await expect(templates.filter({ hasText: 'Higher or lower' })).toHaveCount(1, SLOW)
  await expect(templates.filter({ hasText: 'test' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Start from the bare contract' }).click()
  await expect(page.getByTestId('types')).toHaveText('Types fit', SLOW)
  const standing = page.getByTestId('check-standing')
  await expect(standing).toHaveText('Keeps the contract', SLOW)
  await expect(page.getByTestId('learnability')).toContainText('there is something to learn from')
  await expect(page.getByTestId('demonstrated')).toContainText(/^Mean return of demonstrated plays: .*random play: /, SLOW)

  await replace(page, '? 1 : 0', '? 5 : 0')
  await expect(standing).toHaveText(/broken/, SLOW)
  const finding = page.getByTestId('finding').filter({ hasText: 'rewardRange' })
  await expect(finding).toContainText('the reward 5 of agent leaves rewardRange')
  await finding.getByRole('button', { name: /^Show it in Play/ }).click()
  await expect(page.getByTestId('play-turns')).toContainText('+5.00', SLOW)
  await expect(page.getByTestId('play-place')).toHaveText('Turn 1 of 1')

  // What is typed last is what a reload finds, also when nothing was waited for.
  await replace(page, '? 5 : 0', '? 1 : 0')
  await page.reload()
  await expect(page.getByTestId('code-editor')).toContainText('? 1 : 0', SLOW)
  await expect(page.getByTestId('code-editor')).not.toContainText('? 5 : 0')
  await expect(standing).toHaveText('Keeps the contract', SLOW)

  await replace(page, 'maxTurns: 1', 'maxTurns: many')
  await expect(page.getByRole('button', { name: /^Line \d+ Cannot find name 'many'/ })).toBeVisible(SLOW)
  await expect(standing).toHaveText('The sandbox refused the source', SLOW)
  await page.keyboard.press('Control+z')
  await expect(standing).toHaveText('Keeps the contract', SLOW)
  expect(troubles.errors).toEqual([])
  expect(troubles.foreign).toEqual([])
})

test('a play by hand shows the action mask over the vocabulary, undoes, and keeps snapshots; axe finds nothing, on a telephone too', async ({
  page,
  troubles,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('./#tab=author')
  await page.getByRole('button', { name: 'Start from the bare contract' }).click()
  await expect(page.getByTestId('check-standing')).toHaveText('Keeps the contract', SLOW)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  const mask = page.getByTestId('action-mask')
  await expect(mask.getByTestId('mask-count')).toHaveText('2 of 112 tokens are legal now', SLOW)
  // The two actions are told apart by their first letter.
  await mask.getByRole('button', { name: 'e, legal', exact: true }).press('Enter')
  await expect(mask.getByTestId('mask-count')).toHaveText('1 of 112 tokens are legal now')
  for (const letter of ['v', 'e', 'n', '↵']) await mask.getByRole('button', { name: `${letter}, legal`, exact: true }).press('Enter')
  await expect(mask.getByTestId('mask-count')).toHaveText('A whole action')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 860 })
    await axeFindsNothing(page, `${width}`)
  }
  await mask.getByRole('button', { name: 'Play it' }).press('Enter')
  await expect(page.getByText('The play is over.')).toBeVisible(SLOW)
  await expect(page.getByTestId('play-turns')).toContainText('even')
  await page.getByRole('button', { name: 'Keep a snapshot' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByTestId('play-place')).toHaveText('Turn 0 of 0')
  await page.getByRole('button', { name: /^Snapshot 1/ }).click()
  await expect(page.getByTestId('play-place')).toHaveText('Turn 1 of 1')
  expect(troubles.errors).toEqual([])
})

test('from the empty page to a self-written environment that trains, by keyboard; a newer source is told apart; the link asks before it opens', async ({
  page,
  context,
  troubles,
}, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('./')
  const began = Date.now()
  await openView(page, 'Author')
  await page.getByRole('button', { name: 'Start from the bare contract' }).press('Enter')
  const editor = page.getByRole('textbox', { name: /^The source of the environment/ })
  await expect(editor).toBeVisible(SLOW)
  await replace(page, 'number % 2 === 0', 'number < 50')
  await replace(page, 'my-task-v1', 'small-or-large-v1')
  // Out of the editor and on to the training without a pointer.
  await editor.press('Escape')
  await page.getByRole('button', { name: 'Train on it', exact: true }).press('Enter')
  const panel = page.getByTestId('author-train')
  await expect(panel.getByTestId('author-plan')).toContainText('imitate what its demonstrate() plays', SLOW)
  await panel.getByRole('textbox', { name: 'Steps', exact: true }).fill('12')
  await panel.getByRole('textbox', { name: 'of them imitation' }).fill('2')
  await expect(panel.getByTestId('author-plan')).toContainText('12 steps', SLOW)
  // In this view the large button means the source too, as the panel plans it.
  await expect(page.getByTestId('trained-file')).toContainText('“My task”')
  await page.getByRole('button', { name: 'Train', exact: true }).press('Enter')
  const run = page.getByTestId('authored-run')
  const pause = page.getByRole('button', { name: 'Pause', exact: true })
  // While it stands still it gets another version: one that breaks the contract is not taken, one that keeps it counts from the next step on.
  await pause.click({ timeout: 120_000 })
  const resume = page.getByRole('button', { name: 'Resume', exact: true })
  await expect(resume).toBeEnabled({ timeout: 120_000 })
  await expect(run).toContainText(/step \d+ of 12/, SLOW)
  info.annotations.push({ type: 'seconds from the empty page to training', description: ((Date.now() - began) / 1000).toFixed(1) })
  await expect(run).toContainText('of small-or-large-v1')
  await expect(page.getByRole('banner')).toContainText('small-or-large-v1, seed 1, 12 steps')
  const reload = run.getByRole('button', { name: 'Go on with the new source' })
  const state = run.getByTestId('reload-state')
  await replace(page, '? 1 : 0', '? 5 : 0')
  await expect(run).toContainText('You have changed the source since.', SLOW)
  await reload.click()
  await expect(state).toHaveText(/was not taken; the run goes on as it was\.$/, SLOW)
  await expect(run).toContainText('the reward 5 of agent leaves rewardRange')
  await replace(page, '? 5 : 0', '? 1 : 0')
  await replace(page, 'number < 50', 'number < 40')
  await reload.click()
  await expect(state).toHaveText(/waits for the next step\.$/, SLOW)
  await resume.click()
  await expect(state).toHaveText(/^Since step \d+ it plays version [0-9a-f]{8}\.$/, SLOW)
  await expect(run).toContainText('Finished, step 12 of 12', { timeout: 120_000 })
  await expect(page.getByTestId('chart-mark').first()).toHaveText(/^From step \d+ on source [0-9a-f]{8}$/)
  // The reload is part of what decides the run: it comes out the same with it.
  await page.getByRole('button', { name: 'Run it again' }).click()
  await expect(page.getByText('The same digest as the run that it repeats: bit for bit the same run.')).toBeVisible({ timeout: 120_000 })

  // Its link brings both versions of the source along, and its policy is tried on a problem that nobody trained on.
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const shared = page.getByRole('region', { name: 'The run on view' })
  await expect(shared).toContainText('The source of its environment comes with it', SLOW)
  const runLink = new URL(await shared.getByRole('textbox').inputValue())
  await page.keyboard.press('Escape')
  await openView(page, 'Try it')
  await page.getByRole('button', { name: 'A held-out problem' }).click()
  await expect(page.getByTestId('trial').getByRole('region', { name: 'Base' })).toContainText(/Right|Wrong/, SLOW)
  await openView(page, 'Author')

  // What it has become plays the environment.
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  const policy = page.getByRole('combobox', { name: 'Policy' })
  await expect(policy.locator('option')).toHaveCount(3, SLOW)
  await policy.selectOption({ index: 1 })
  await page.getByRole('button', { name: 'The policy’s turn' }).click()
  await expect(page.getByTestId('policy-wrote')).toHaveText(/^Version \d+ wrote with probability/, SLOW)
  await expect(page.getByText('The play is over.')).toBeVisible()

  await page.getByRole('button', { name: 'What else can be done with this file' }).click()
  await page.getByRole('menuitem', { name: 'Copy a link to it' }).click()
  await expect(page.getByText('Copied.')).toBeVisible(SLOW)
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  const preview = page.getByTestId('link-preview')
  await page.goto('./#tab=runs')
  await page.goto(`./${runLink.hash}`)
  await page.reload()
  await expect(preview).toContainText('Code comes with this run', SLOW)
  await preview.getByText(/^The source, version 2, from step \d+ on/).click()
  await expect(preview.getByRole('textbox', { name: /^The source, version 2/ })).toHaveValue(/number < 40/)
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.goto('./#tab=runs')
  await page.goto(`./${link.hash}`)
  await page.reload()
  await expect(preview).toContainText('Nothing has been run', SLOW)
  await expect(page.locator('iframe')).toHaveCount(0)
  await preview.getByRole('button', { name: 'Open it in the editor' }).click()
  await expect(page.getByTestId('code-editor')).toContainText('small-or-large-v1', SLOW)
  await expect(page.getByTestId('check-standing')).toHaveText('Keeps the contract', SLOW)
  expect(troubles.errors).toEqual([])
  expect(troubles.foreign).toEqual([])
})
