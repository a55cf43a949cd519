// Runs survive: reloaded in the middle, a run stands as before, goes on when asked, and ends with the digest of the same
// run that nobody interrupted.

import type { Page } from '@playwright/test'
import { expect, fillSetting, test, trainLong } from './journey.ts'

/** Enough that a fast engine is still at work when the page is reloaded in the middle. */
const STEPS = 50
const FIRST_STEP = 90_000
const WHOLE_RUN = 120_000

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const finish = (page: Page) => expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: WHOLE_RUN })
const digest = (page: Page) => page.getByTestId('digest').textContent()

async function chooseSteps(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /^Steps/ }).fill(String(STEPS))
  // Evaluations in between would take longer than the steps.
  await fillSetting(page, 'Evaluation', /^Evaluate every/, STEPS)
}

/** The steps that the log of the run on view names in events of a kind. */
function stepsOf(page: Page, kind: string): Promise<(number | undefined)[]> {
  return page.evaluate(async (wanted) => {
    const { poll } = Reflect.get(globalThis, 'tokenloom') as { poll(run: string, from: number): Promise<{ events: { kind: string; step?: number }[] }> }
    const { events } = await poll(new URLSearchParams(location.hash.slice(1)).get('run') ?? '', 0)
    return events.filter((event) => event.kind === wanted).map(({ step }) => step)
  }, kind)
}

test('a run that is reloaded in the middle goes on, and its digest is that of an uninterrupted one', async ({ page, troubles }) => {
  const progress = page.getByTestId('progress')
  await page.goto('./')
  await chooseSteps(page)
  await press(page, 'Train')
  await expect(progress).toHaveText(new RegExp(`^([3-9]|[1-9]\\d) of ${STEPS}$`), { timeout: FIRST_STEP + WHOLE_RUN })
  // A browser gives a page no time to keep anything on a reload.
  await expect.poll(async () => (await stepsOf(page, 'checkpointed')).at(-1)).toBeGreaterThanOrEqual(1)
  await page.reload()

  await expect(page.getByTestId('phase')).toContainText('Interrupted')
  await expect(progress).toHaveText(new RegExp(`^([3-9]|\\d\\d+) of ${STEPS}$`))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Continue', exact: true }).press('Enter')
  await finish(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(progress).toHaveText(`${STEPS} of ${STEPS}`)
  await expect(page.getByTestId('logprob-gap')).toContainText('exactly 0 over')
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeHidden()
  const continued = await digest(page)
  // It went on from the middle; a run that began anew would have the same digest.
  const [place, ...others] = await stepsOf(page, 'continued')
  expect(place).toBeGreaterThanOrEqual(1)
  expect(others).toEqual([])

  await chooseSteps(page)
  await press(page, 'Train')
  await expect(progress).not.toHaveText(`${STEPS} of ${STEPS}`, { timeout: FIRST_STEP })
  await finish(page)
  expect(await digest(page)).toBe(continued)
  expect(troubles.errors).toEqual([])
})

test('a stopped run goes on, so does one whose engine fell; a damaged checkpoint is named and the run stays readable', async ({ page }) => {
  await page.addInitScript(() => {
    const workers: Record<string, Worker> = {}
    Reflect.set(globalThis, 'workersOfTest', workers)
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options)
        workers[options?.name ?? ''] = this
      }
    }
  })
  const progress = page.getByTestId('progress')
  await page.goto('./')
  await trainLong(page)
  await press(page, 'Stop')
  await expect(page.getByTestId('phase')).toHaveText('Stopped')
  await press(page, 'Continue')
  const pause = page.getByRole('button', { name: 'Pause', exact: true })
  await expect(pause).toBeEnabled({ timeout: FIRST_STEP })

  // The browser tells the page of a crash by this event.
  await page.evaluate(() => {
    const { engine } = Reflect.get(globalThis, 'workersOfTest') as Record<string, Worker>
    engine?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))
  })
  await expect(page.getByTestId('phase')).toHaveText('Failed')
  await press(page, 'Continue')
  await expect(pause).toBeEnabled({ timeout: FIRST_STEP })
  await expect(page.getByRole('alert').filter({ hasText: 'WORKER_DEAD' })).toBeHidden()
  await press(page, 'Stop')
  await expect(page.getByTestId('phase')).toHaveText('Stopped')
  const before = await progress.textContent()

  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const runs = await root.getDirectoryHandle('runs')
    for await (const [, run] of runs as unknown as AsyncIterable<[string, FileSystemDirectoryHandle]>) {
      await run.removeEntry('checkpoints', { recursive: true })
    }
  })
  await press(page, 'Continue')
  await expect(page.getByRole('alert').filter({ hasText: 'CHECKPOINT_CORRUPT' })).toBeVisible()
  await expect(page.getByTestId('phase')).toHaveText('Stopped')
  await expect(progress).toHaveText(before ?? '')
  await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeEnabled()
})
