// The token view: search, filters, order, the path of an episode, the same prompt before and after training.

import { expect, test, trainLong } from './journey.ts'
import { startRun } from './scripted-run.ts'

test('sequences are searched, filtered and sorted, and found by key on a telephone', async ({ page }) => {
  await page.goto('./#run=recorded-arithmetic&tab=tokens&step=1')
  const count = page.getByTestId('sequences')
  await expect(count).toHaveText('256 of 256 sequences')
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search the text of sequences' })
  await expect(search).toBeFocused()
  const prompt = (await page.locator('.group-head code').first().textContent()) ?? ''
  await search.fill(prompt)
  await expect(count).toHaveText(/^(8|16) of 256 sequences$/)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(count).toHaveText('256 of 256 sequences')

  await page.getByRole('combobox', { name: 'Advantage' }).last().selectOption('below zero')
  await expect(count).not.toHaveText('256 of 256 sequences')
  await expect(page.locator('.sequence-head .push-up')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Reward' }).selectOption('full')
  await expect(page.getByText('No sequence of this step passes the filter.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('combobox', { name: 'Order' }).selectOption('lowest reward first')
  await expect
    .poll(async () => {
      const heads = await page.locator('.group-head .number').allTextContents()
      const means = heads.map((head) => Number(/mean reward (\S+)/.exec(head)?.[1]))
      return means.length > 1 && means.every((mean, place) => place === 0 || mean >= (means[place - 1] ?? 0))
    })
    .toBe(true)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('body').press('/')
  await expect(search).toBeFocused()
  await search.fill(prompt)
  await expect(count).toHaveText(/^(8|16) of 256 sequences$/)
  await page.locator('.token-grid .chip.wrote').first().click()
  const card = page.locator('.token-card')
  await expect(card).toContainText('Probability')
  const box = await card.boundingBox()
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 390 && (box?.y ?? 0) + (box?.height ?? 0) <= 844).toBe(true)
  await expect(page.locator('.arrow.taken')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
})

test('the path of a chosen episode, and base and policy on its prompt', async ({ page, troubles }) => {
  await page.goto('./#run=recorded-arithmetic&tab=tokens&step=1')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  const prompt = (await page.locator('.group-head code').first().textContent()) ?? ''
  await page.getByRole('grid').focus()
  await page.keyboard.press('End')
  await expect(page.getByTestId('path')).toContainText(/context, \d+ tokens → wrote \d+ tokens? → judged by the environment → completed/)
  await expect(page.locator('.arrow.taken')).toHaveCount(3)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Base and policy on this prompt' }).press('Enter')
  await expect(page).toHaveURL(/tab=try/)
  await expect(page.getByTestId('trial')).toContainText(prompt, { timeout: 60_000 })
  expect(troubles.errors).toEqual([])
})

test('keys step through the steps of a run', async ({ page }) => {
  await page.goto('./#run=recorded-arithmetic&tab=tokens&step=5')
  await expect(page.getByText('Step 5', { exact: true })).toBeVisible()
  await page.keyboard.press(']')
  await expect(page.getByText('Step 6', { exact: true })).toBeVisible()
  await page.keyboard.press('[')
  await page.keyboard.press('[')
  await expect(page.getByText('Step 4', { exact: true })).toBeVisible()
})

test('the card of a token tells what it could have been, from a recorded run and from one under way', async ({ page, troubles }) => {
  await page.goto('./#run=recorded-arithmetic&tab=tokens&step=1')
  await expect(page.getByText('that this device allows')).toBeVisible({ timeout: 60_000 })
  await page.locator('.token-grid .chip.wrote').first().click()
  const alternatives = page.getByTestId('alternatives')
  await expect(alternatives.getByRole('listitem')).toHaveCount(8, { timeout: 60_000 })
  await expect(alternatives).toContainText('By the base, which wrote it.')
  await expect(alternatives.locator('[data-chosen="true"]')).toContainText('drawn')
  const shown = await page.locator('.token-card dd').first().textContent()
  await expect(alternatives.locator('[data-chosen="true"] .number')).toHaveText(shown ?? '')
  await page.keyboard.press('Escape')
  await trainLong(page)
  await page.locator('.token-grid .chip.wrote').first().click()
  await expect(alternatives).toContainText(/By (the base|version \d+)/, { timeout: 60_000 })
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByTestId('audit')).toContainText(/All [\d\s]+ comparisons held/)
  await page
    .getByTestId('audit')
    .getByText(/turn by turn/)
    .click()
  await expect(page.getByRole('region', { name: /^Turns of episode/ }).getByRole('row')).not.toHaveCount(1)
  expect(troubles.errors).toEqual([])
})

test('rows of pictures have a state of their own, and a token tells which squares it attended to', async ({ page, troubles }) => {
  await page.goto('./')
  // The figure stands in the question, and again in every refusal of the oracle.
  const changes = { 'environment.config': { again: true, kind: 'mixed' }, 'rollout.groups': 4, 'rollout.maxTokensPerEpisode': 120, 'evaluation.problems': 16 }
  await startRun(page, { preset: 'geometry-tries', steps: 1, engine: 'cpu', changes })
  await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 120_000 })
  await page.goto(`./${new URL(page.url()).hash.replace(/&tab=[^&]*|$/, '&tab=tokens')}`)
  const grid = page.getByRole('grid')
  // Kinds of figures are measured apart, and the log keeps it.
  for (const kind of ['Triangles', 'Circles']) await expect(page.getByTestId('parts')).toContainText(kind)
  const asked = grid.locator('.chip.square.context')
  await expect(asked.first()).toBeVisible()
  await expect(grid.locator('.chip.square.environment').first()).toBeAttached()
  // Nobody wrote a square.
  await expect(grid.locator('.chip.square.wrote, .chip.square.trained')).toHaveCount(0)
  // The picture is drawn again from the spec, not only its empty rows.
  await expect(asked.first()).toHaveCSS('background-image', /^url/)

  await asked.first().click()
  const card = page.locator('.token-card')
  await expect(card).toContainText('square 1 of 16 of a picture')
  await expect(card).toContainText('no token of the vocabulary')
  await page.keyboard.press('Escape')
  await grid.locator('.chip.wrote').first().click()
  const attended = page.getByTestId('attended')
  await expect(attended).toContainText('of its attention went to the picture', { timeout: 60_000 })
  await expect(attended.getByRole('img')).toHaveAttribute('alt', /32 by 32 pixels in 16 squares.* Most was attended to square \d+\./)
  await expect(grid.locator('.chip.square.attended').first()).toBeAttached()
  expect(troubles.errors).toEqual([])
})

test('several agents have a curve each, sequences of their own by name, and an audit of their turns', async ({ page, troubles }) => {
  await page.goto('./')
  await startRun(page, { preset: 'harvest-3', steps: 1, engine: 'cpu', changes: { 'evaluation.problems': 16 } })
  await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 240_000 })
  const agents = page.getByTestId('agents')
  for (const name of ['A: red', 'B: green', 'C: blue']) await expect(agents.locator('.legend')).toContainText(name)
  for (const name of ['red', 'green', 'blue']) await expect(page.locator('.sequence-head').filter({ hasText: name }).first()).toBeVisible()
  await expect(page.getByTestId('audit')).toContainText(/All [\d\s]+ comparisons held/)
  expect(troubles.errors).toEqual([])
})
