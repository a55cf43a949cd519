// Games: a person plays a policy and a scripted player to the end, on either side, by press and by key; asks what the policy
// believes; takes a move back; keeps the game and finds it among the runs.

import type { Page } from '@playwright/test'
import { axeFindsNothing, expect, test } from './journey.ts'

/** Plays the first free point until the game is over. */
async function playToEnd(page: Page, mark: string, by: 'press' | 'key'): Promise<void> {
  const game = page.getByTestId('game')
  const standing = game.getByTestId('game-standing')
  const free = game.getByRole('gridcell', { name: /free, may be played/ })
  for (let turn = 0; turn < 20; turn++) {
    await expect(standing).toContainText(/Your turn|You have|A draw/, { timeout: 60_000 })
    if (!((await standing.textContent()) ?? '').includes('Your turn')) return
    const name = (await free.first().getAttribute('aria-label'))?.split(':')[0] ?? ''
    if (by === 'press') await free.first().click()
    else {
      await free.first().focus()
      await page.keyboard.press('Enter')
    }
    await expect(game.getByRole('gridcell', { name: new RegExp(`^${name}: ${mark}`) })).toHaveCount(1, { timeout: 60_000 })
  }
}

test('a person plays the base to the end on either side, by press and by key, and keeps the game among the runs', async ({ page, troubles }) => {
  await page.goto('./#tab=games')
  const game = page.getByTestId('game')
  const standing = game.getByTestId('game-standing')
  await page.getByRole('combobox', { name: 'Game', exact: true }).selectOption({ label: 'Tic-tac-toe' })
  await page.getByRole('combobox', { name: 'Against' }).selectOption('base')
  await page.getByText('How it is played').click()
  await page.getByRole('textbox', { name: 'Game seed' }).fill('5')
  await page.getByRole('button', { name: 'New game' }).click()
  await expect(standing).toContainText('Your turn: you play X, against the base.', { timeout: 90_000 })

  await test.step('what the policy believes stands on the free points, in the list and in the names of the cells', async () => {
    await game.getByRole('button', { name: 'What the policy believes' }).click()
    await expect(game.getByTestId('belief')).toContainText('As the base would play X', { timeout: 60_000 })
    await expect(game.getByTestId('belief').getByRole('row')).toHaveCount(9)
    const names = await game
      .getByRole('gridcell', { name: /the policy plays here with/ })
      .evaluateAll((cells) => cells.map((one) => one.getAttribute('aria-label') ?? ''))
    expect(names).toHaveLength(9)
    const sum = names.reduce((total, name) => total + Number(/with ([\d.]+) %/.exec(name)?.[1]), 0)
    expect(Math.abs(sum - 100)).toBeLessThan(5)
  })
  await playToEnd(page, 'X', 'press')
  await expect(standing).toContainText(/You have (won|lost), as X|A draw/)

  await test.step('a move taken back and played again is answered alike', async () => {
    const moves = game.getByRole('list', { name: 'Moves of the game' })
    const before = await moves.textContent()
    const name = /X ([a-c][1-3])(?!.*X )/.exec(before ?? '')?.[1] ?? ''
    await game.getByRole('button', { name: 'Take back' }).click()
    await expect(standing).toContainText('Your turn')
    await game.getByRole('gridcell', { name: `row ${name[1]}, column ${name[0]}: free` }).click()
    await expect(moves).toHaveText(before ?? '', { timeout: 60_000 })
  })

  await test.step('the other side, by key, on a telephone', async () => {
    await page.setViewportSize({ width: 390, height: 860 })
    await game.getByRole('button', { name: 'Swap sides' }).click()
    await expect(standing).toContainText('Your turn: you play O', { timeout: 60_000 })
    await playToEnd(page, 'O', 'key')
    await expect(standing).toContainText(/You have (won|lost), as O|A draw/)
    await axeFindsNothing(page, '390', '[data-testid="game"]')
    await page.setViewportSize({ width: 1440, height: 900 })
    await axeFindsNothing(page, '1440', '.zone-middle')
  })

  await test.step('it is kept as a run: tokens, board and timeline show it', async () => {
    const turns = await game.getByRole('list', { name: 'Moves of the game' }).getByRole('listitem').count()
    await game.getByRole('button', { name: 'Keep the game' }).click()
    await game.getByRole('button', { name: 'Open its tokens' }).click({ timeout: 60_000 })
    await expect(page.getByTestId('board').getByTestId('board-turn')).toContainText(`Turn ${turns} of ${turns}.`, { timeout: 60_000 })
    await expect(page.getByTestId('phase')).toHaveText('A game, kept')
    await expect(page.getByTestId('progress')).toHaveCount(0)
    await expect(page.getByText('Nobody trained in it')).toBeVisible()
    await page.getByRole('button', { name: 'Timeline', exact: true }).first().click()
    await expect(page.getByText(`Step 1 as tables: ${turns} turns`)).toBeVisible({ timeout: 60_000 })
  })
  expect(troubles.errors).toEqual([])
})

test('a scripted player needs no engine, and a game without a board is played by its legal actions', async ({ page, troubles }) => {
  await page.goto('./#tab=games')
  const game = page.getByTestId('game')
  await page.getByRole('combobox', { name: 'Game', exact: true }).selectOption({ label: 'Kuhn poker' })
  await page.getByRole('button', { name: 'New game' }).click()
  const actions = game.getByRole('list', { name: 'Legal actions of first' })
  await expect(actions.getByRole('button')).toHaveCount(2, { timeout: 60_000 })
  await actions.getByRole('button', { name: 'b', exact: true }).click()
  await expect(game.getByTestId('game-standing')).toContainText(/You have (won|lost), as first/, { timeout: 60_000 })
  await expect(game.getByRole('list', { name: 'Moves of the game' })).toContainText('first b')
  expect(troubles.errors).toEqual([])
})
