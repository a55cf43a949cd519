// A league in the background, its table and its wall; and the wall of a step's episodes.

import { axeFindsNothing, expect, test } from './journey.ts'
import { startRun } from './scripted-run.ts'

test('a league of the base, chance and the solver is played, survives a reload, goes on, and its games are watched', async ({ page, troubles }) => {
  await page.goto('./#tab=games&games=league')
  await page.getByRole('combobox', { name: 'Game', exact: true }).selectOption({ label: 'Tic-tac-toe' })
  const box = (name: string | RegExp) => page.getByRole('checkbox', { name })
  await expect(box('The base')).toBeChecked({ timeout: 60_000 })
  await box(/every other move/).uncheck()
  await page.getByRole('spinbutton', { name: 'Rounds' }).fill('3')
  await expect(page.getByText('18 games, every pair on both sides.')).toBeVisible()
  await page.getByRole('button', { name: 'Begin the league' }).click()
  const progress = page.getByTestId('league-progress')
  const table = page.getByTestId('league-table')
  await expect(progress).toHaveText('18 of 18 games, all played.', { timeout: 120_000 })
  await expect(table.getByRole('row')).toHaveCount(4)
  // Nobody beats the solver; the base stands at 0.
  await expect(table.getByRole('row').nth(1)).toContainText('Solver: never loses')
  await expect(table.getByRole('row', { name: /The base/ })).toContainText('the zero')
  await expect(table.getByRole('row', { name: /The base/ })).toContainText('12')
  const before = await table.textContent()

  await page.reload()
  await expect(table).toHaveText(before ?? '', { timeout: 60_000 })
  await page.getByRole('button', { name: '20 more rounds' }).click()
  await expect(progress).toContainText(/of 138 games/)
  await expect(progress).toHaveText('138 of 138 games, all played.', { timeout: 120_000 })

  await test.step('the wall shows a round, and a game is stepped through', async () => {
    await page.getByRole('button', { name: 'Watch its games' }).click()
    const wall = page.getByTestId('wall')
    await expect(wall.getByRole('button')).toHaveCount(6, { timeout: 60_000 })
    await wall
      .getByRole('button', { name: /Solver: never loses/ })
      .first()
      .click()
    const game = page.getByTestId('league-game')
    await expect(game.getByRole('status')).toContainText(/Turn (\d+) of \1/)
    await game.getByRole('button', { name: 'First', exact: true }).click()
    await expect(game.getByRole('status')).toContainText('Turn 0 of')
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 860 })
      await expect(game.getByRole('grid')).toBeVisible()
      await axeFindsNothing(page, `${width}`, '.zone-middle')
    }
    await page.getByRole('navigation', { name: 'Games' }).getByRole('button', { name: 'League' }).click()
    await expect(table).toBeVisible()
    await axeFindsNothing(page, '1440', '.zone-middle')
  })
  expect(troubles.errors).toEqual([])
})

test('the episodes of a step hang on the wall with their results, and a press opens one beside its tokens', async ({ page, troubles }) => {
  await page.goto('./')
  const environment = { id: 'gomoku-v1', config: { opponent: 'none' } }
  const rollout = { groups: 2, groupSize: 4, maxTokensPerEpisode: 128 }
  await startRun(page, { spec: { base: 'boards', steps: 1, environment, rollout, evaluation: { problems: 2 }, controls: [] }, engine: 'cpu' })
  await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 240_000 })
  await page.getByRole('button', { name: 'Games', exact: true }).first().click()
  await page.getByRole('navigation', { name: 'Games' }).getByRole('button', { name: 'Wall' }).click()
  const wall = page.getByTestId('wall')
  await expect(wall.getByRole('button')).toHaveCount(8, { timeout: 60_000 })
  const label = (await wall.getByRole('button').nth(5).getAttribute('aria-label')) ?? ''
  expect(label).toMatch(/^Episode 5: .*(X [+−]?\d|O [+−]?\d)/)
  await axeFindsNothing(page, '1440', '.zone-middle')
  await wall.getByRole('button').nth(5).click()
  await expect(page.getByTestId('board').getByRole('combobox')).toHaveValue('5', { timeout: 60_000 })
  await expect(page.getByTestId('board').getByTestId('board-turn')).toContainText(/Turn (\d+) of \1/)

  await test.step('a recorded position says what the policy believes of it', async () => {
    const board = page.getByTestId('board')
    await board.getByRole('button', { name: 'First', exact: true }).click()
    await board.getByRole('button', { name: 'What the policy believes' }).click()
    await expect(board.getByTestId('belief')).toContainText(/would play X.*with \d/, { timeout: 60_000 })
    await expect(board.getByRole('gridcell', { name: /the policy plays here with/ })).toHaveCount(36)
    await board.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(board.getByTestId('belief')).toContainText(/would play O/, { timeout: 60_000 })
  })
  expect(troubles.errors).toEqual([])
})
