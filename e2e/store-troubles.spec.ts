// Storage that is full, and two tabs on one store: said at the place, the run goes on, and nothing that was saved is lost.

import { expect, test } from './journey.ts'

const STEPS = 1

async function train(page: import('@playwright/test').Page, seed: number): Promise<void> {
  await page.getByRole('textbox', { name: /^Seed/ }).fill(String(seed))
  await page.getByRole('textbox', { name: /^Steps/ }).fill(String(STEPS))
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 90_000 })
  await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeEnabled({ timeout: 60_000 })
}

test('when storage is full the run goes on, the page says so, and what was saved before is whole', async ({ page }) => {
  await page.goto('./')
  await train(page, 1)
  const saved = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('run') ?? ''
  const digest = await page.getByTestId('digest').textContent()

  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  await train(page, 2)
  await expect(page.getByRole('alert').filter({ hasText: 'STORE_QUOTA' }).first()).toBeVisible()
  await expect(page.getByTestId('progress')).toHaveText(`${STEPS} of ${STEPS}`)

  await session.send('Storage.overrideQuotaForOrigin', { origin })
  await page.goto(`./#run=${saved}`)
  await page.reload()
  await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 60_000 })
  await expect(page.getByTestId('digest')).toHaveText(digest ?? '')
  await page.getByRole('button', { name: 'Policies', exact: true }).click()
  const first = page
    .getByTestId('policy')
    .filter({ hasText: `step ${STEPS} of the run` })
    .last()
  await first.getByText('Lineage', { exact: true }).click()
  await expect(first).toContainText('what the name points to')
})

test('two tabs on one store: the second says so and works unsaved, the first loses nothing', async ({ page, context, baseURL }) => {
  await page.goto('./')
  await train(page, 1)
  const second = await context.newPage()
  await second.goto(baseURL ?? '')
  await expect(second.getByText('that tab keeps the records').first()).toBeVisible({ timeout: 15_000 })
  await second.getByRole('button', { name: 'Policies', exact: true }).click()
  await expect(second.getByTestId('policy')).toHaveCount(0)
  await train(second, 2)

  await page.getByRole('button', { name: 'Policies', exact: true }).click()
  await expect(page.getByTestId('policy')).toHaveCount(1)
  await page.close()
  await second.reload()
  await second.getByRole('button', { name: 'Policies', exact: true }).click()
  await expect(second.getByTestId('policy')).toHaveCount(1)
})
