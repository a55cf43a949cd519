// The main job: a newcomer presses Train, watches, pauses, steps, reads a token, stops, comes back.

import { expect, LONG_RUN_STEPS, test, trainLong } from './journey.ts'

test('a newcomer trains, pauses, steps, reads a token with the keyboard, stops, and finds the run again', async ({ page, troubles }) => {
  const [phase, progress] = [page.getByTestId('phase'), page.getByTestId('progress')]
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await test.step('train', async () => {
    await page.goto('./')
    await trainLong(page)
    await expect(page.getByTestId('held-out')).toHaveText(/^0\.\d\d$/)
    await expect(page.getByTestId('logprob-gap')).toContainText('exactly 0 over')
    await expect(page.getByRole('gridcell').first()).toBeVisible()
  })

  await test.step('pause and make one step', async () => {
    await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter')
    await expect(phase).toHaveText('Paused')
    const before = Number.parseInt((await progress.textContent()) ?? '', 10)
    await page.getByRole('button', { name: 'Step', exact: true }).press('Enter')
    await expect(progress).toHaveText(`${before + 1} of 1 000`)
    await expect(phase).toHaveText('Paused')
  })

  await test.step('read a token with the keyboard', async () => {
    const grid = page.getByRole('grid')
    await grid.focus()
    await page.keyboard.press('ArrowRight')
    const card = page.locator('.token-card')
    await expect(card).toContainText('PENDING')
    await expect(card).toContainText('Not trained on')
    await page.keyboard.press('End')
    await expect(card).toContainText('GENERATING')
    await expect(card).toContainText('Probability')
    await expect(card).toContainText('Loss mask1')
    await page.keyboard.press('ArrowDown')
    await expect(card).toContainText('GENERATING')
    await page.keyboard.press('Escape')
    await expect(card).toBeHidden()
  })

  await test.step('resume and stop', async () => {
    await press('Resume')
    await expect(phase).not.toHaveText('Paused')
    await press('Stop')
    await expect(phase).toHaveText('Stopped')
    await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeEnabled()
    // Tokens follow at a pace of their own.
    const last = Number.parseInt((await progress.textContent()) ?? '', 10)
    await expect(page.getByText(`Step ${last}, newest`)).toBeVisible()
  })

  await test.step('come back to the same run', async () => {
    const shown = async () => ({
      progress: await progress.textContent(),
      digest: await page.getByTestId('digest').textContent(),
      gap: await page.getByTestId('logprob-gap').textContent(),
      tokens: await page.getByRole('row').first().textContent(),
    })
    const before = await shown()
    await page.reload()
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    await expect(phase).toHaveText('Stopped')
    expect(await shown()).toEqual(before)
  })

  await test.step('look back at the first step, and return with Back', async () => {
    await page.getByRole('slider', { name: 'Step' }).press('Home')
    await expect(page.getByText('Step 1', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/step=1/)
  })

  expect(troubles.errors).toEqual([])
  expect(troubles.foreign).toEqual([])
})

test('a page that is closed in the middle of a run shows what was done', async ({ page }) => {
  await page.goto('./')
  await trainLong(page)
  await page.reload()
  await expect(page.getByTestId('phase')).toContainText('Interrupted')
  await expect(page.getByTestId('progress')).toHaveText(LONG_RUN_STEPS)
})

test('a second tab works without saving and says so', async ({ page, context, baseURL }) => {
  await page.goto('./')
  await expect(page.getByText('Nothing leaves it')).toBeVisible()
  const second = await context.newPage()
  await second.goto(baseURL ?? './')
  await expect(second.getByText('open in another tab')).toBeVisible()
  await expect(second.getByRole('button', { name: 'Train', exact: true })).toBeEnabled()
})
