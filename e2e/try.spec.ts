// Try it: base and policy answer the same task side by side, also right after training.

import { expect, test, trainLong } from './journey.ts'

test('a written task is answered by base and policy, the same way every time at temperature 0', async ({ page, troubles }) => {
  await page.goto('./#tab=try')
  await page.getByRole('textbox', { name: 'Task' }).fill('47+38')
  await page.getByRole('textbox', { name: 'Task' }).press('Enter')
  const trial = page.getByTestId('trial')
  await expect(trial).toContainText('47+38=', { timeout: 60_000 })
  await expect(trial.getByRole('region', { name: 'Base' })).toContainText('expected 85')
  await expect(trial.getByRole('region', { name: 'the recorded run' })).toContainText(/Right|Wrong/)
  const first = await trial.textContent()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Answer', exact: true })).toBeEnabled()
  await expect(trial).toHaveAttribute('aria-busy', 'false')
  expect(await trial.textContent()).toBe(first)

  await page.getByRole('slider', { name: 'Temperature' }).fill('1')
  await page.getByRole('button', { name: 'A held-out problem' }).click()
  await expect(trial).toContainText('a held-out problem: never trained on', { timeout: 60_000 })
  await expect(trial.getByRole('listitem')).toHaveCount(16)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('slider', { name: 'Temperature' }).fill('0')
  await page.getByRole('textbox', { name: 'Task' }).fill('12+30')
  await page.getByRole('textbox', { name: 'Task' }).press('Enter')
  await expect(trial.getByRole('region', { name: 'Base' })).toContainText('expected 42', { timeout: 30_000 })
  await expect(trial.getByRole('region', { name: 'the recorded run' })).toContainText(/Right|Wrong/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(troubles.errors).toEqual([])
})

test('a task that cannot be read is refused with a code and an example of what to write', async ({ page }) => {
  await page.goto('./#tab=try')
  await page.getByRole('textbox', { name: 'Task' }).fill('how are you')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'ENVIRONMENT_INVALID' })).toContainText('two numbers', { timeout: 60_000 })
})

test('the policy that was just trained is the one that answers', async ({ page }) => {
  await page.goto('./')
  await page.getByRole('textbox', { name: /^Steps/ }).fill('1')
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 90_000 })
  await expect(page.getByRole('button', { name: 'Adapter (PEFT)' })).toBeVisible()
  await page.getByRole('button', { name: 'Try it', exact: true }).first().click()
  const name = (await page.locator('.run-open > span').first().textContent()) ?? 'none'
  await expect(page.getByRole('combobox', { name: 'The base, and the policy of' }).locator('option:checked')).toHaveText(name)
  await page.getByRole('button', { name: 'A held-out problem' }).click()
  await expect(page.getByTestId('trial').getByRole('region', { name })).toContainText(/Right|Wrong/, { timeout: 60_000 })
})

test('a person plays an episode turn by turn through the same state machine, by keyboard, on a telephone too', async ({ page, troubles }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 860 })
    await page.goto('./#tab=try')
    await page.getByRole('button', { name: 'You play' }).click()
    await expect(page).toHaveURL(/play=hand/)
    await page.getByRole('textbox', { name: 'A task of your own' }).fill('47+38')
    await page.getByRole('textbox', { name: 'A task of your own' }).press('Enter')
    const game = page.getByTestId('hand-game')
    await expect(game.getByTestId('hand-agent')).toContainText('GENERATING', { timeout: 60_000 })
    await expect(game.getByTestId('hand-agent')).toContainText('47+38=')
    const answer = game.getByRole('textbox', { name: /^You write/ })
    await answer.fill('85')
    await answer.press('Enter')
    await expect(game.getByTestId('hand-agent')).toContainText('TERMINATED, completed')
    await expect(game.getByTestId('hand-agent')).toContainText('reward +1.00')
    await expect(game.getByRole('row', { name: /85/ })).toContainText('played')
    await page.getByRole('button', { name: 'A held-out problem' }).click()
    await game.getByRole('textbox', { name: /^You write/ }).fill('no')
    await game.getByRole('button', { name: 'Write it' }).click()
    await expect(game.getByRole('row', { name: /no/ })).toContainText('could not be read')
  }
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Try it' })).toBeVisible()
  expect(troubles.errors).toEqual([])
})

test('the policy that is learning just now can be tried, and says which version answered', async ({ page }) => {
  await page.goto('./')
  await trainLong(page)
  await page.getByRole('button', { name: 'Try it', exact: true }).first().click()
  await expect(page.getByRole('combobox', { name: 'The base, and the policy of' }).locator('option:checked')).toHaveText('the run under way')
  await page.getByRole('button', { name: 'A held-out problem' }).click()
  const policy = page.getByTestId('trial').getByRole('region', { name: 'the run under way' })
  await expect(policy).toContainText(/version \d+/, { timeout: 60_000 })
  const version = async () => Number(/version (\d+)/.exec((await policy.textContent()) ?? '')?.[1])
  const first = await version()
  await expect(async () => {
    await page.getByRole('button', { name: 'A held-out problem' }).click()
    expect(await version()).toBeGreaterThan(first)
  }).toPass({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByTestId('logprob-gap')).toContainText('exactly 0')
})
