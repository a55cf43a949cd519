// The token view: search, filters, order, the path of an episode, the same prompt before and after training.

import { expect, test } from './journey.ts'

test('sequences are searched, filtered and sorted', async ({ page }) => {
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
})

test('the path of a chosen episode, and base and policy on its prompt', async ({ page, troubles }) => {
  await page.goto('./#run=recorded-arithmetic&tab=tokens&step=1')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  const prompt = (await page.locator('.group-head code').first().textContent()) ?? ''
  await page.getByRole('grid').focus()
  await page.keyboard.press('End')
  await expect(page.getByTestId('path')).toContainText(/context, \d+ tokens → wrote \d+ tokens? → judged by the environment → completed/)
  await expect(page.locator('.arrow.taken')).toHaveCount(3)
  await page.getByRole('button', { name: 'Base and policy on this prompt' }).click()
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
