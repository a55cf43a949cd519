// A policy is trained, forked and trained on: the new run starts where the fork stands, which its held-out line at the start shows.

import { expect, test } from './journey.ts'

test('a fork is trained on from where it stands', async ({ page, troubles }) => {
  await page.goto('./')
  await page.getByRole('textbox', { name: /^Steps/ }).fill('2')
  const train = page.getByRole('button', { name: 'Train', exact: true })
  await train.click()
  await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 90_000 })
  await expect(train).toBeEnabled()
  await page.getByRole('button', { name: 'Policies', exact: true }).click()
  const policies = page.getByTestId('policy')
  await expect(policies).toHaveCount(1)
  await policies.getByRole('button', { name: /^Fork/ }).click()
  await expect(policies).toHaveCount(2)
  const fork = policies.filter({ hasText: ', fork' })
  const hash = (await fork.locator('.run-card-head code').getAttribute('title')) ?? ''
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  const version = Number(/Version (\d+),/.exec((await fork.textContent()) ?? '')?.[1])
  expect(version).toBeGreaterThan(0)
  const reached = /Held-out return ([\d.−-]+) ± [\d.]+, the base ([\d.−-]+)/.exec((await fork.textContent()) ?? '')
  expect(reached).not.toBeNull()
  expect(reached?.[1]).not.toBe(reached?.[2])

  await fork.getByRole('button', { name: /^Train on/ }).click()
  await expect(page.getByRole('textbox', { name: /^Train on/ })).toHaveValue(hash)
  await expect(page.getByTestId('draft-summary')).toContainText(hash.slice(0, 12))
  await expect(page.getByRole('textbox', { name: /^Steps/ })).toHaveValue('2')
  await train.click()
  await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 90_000 })
  await page.getByRole('button', { name: 'Policies', exact: true }).click()
  await expect(policies).toHaveCount(3)
  const onward = policies.filter({ hasText: 'at its start' })
  await expect(onward).toHaveCount(1)
  await expect(onward).toContainText(`at its start ${reached?.[1]}`)
  // As many optimizer steps again, counted on from those that the fork had.
  await expect(onward).toContainText(`Version ${2 * version},`)
  await onward.getByText('Lineage', { exact: true }).click()
  await expect(onward.locator(`code[title="${hash}"]`)).toHaveCount(1)

  await test.step('a hash that nobody keeps is refused beside the button', async () => {
    await page.getByRole('textbox', { name: /^Train on/ }).fill('0'.repeat(64))
    await train.click()
    await expect(page.getByRole('alert').filter({ hasText: 'CHECKPOINT_UNKNOWN' })).toBeVisible({ timeout: 15_000 })
  })
  expect(troubles.errors).toEqual([])
  expect(troubles.foreign).toEqual([])
})
