// Several runs at once in one page, each with its worker: one is paused for a while, one is stopped midway, one falls with its
// worker. The others end with the digests of the same runs alone; the queue says who waits and why.

import type { Page } from '@playwright/test'
import { axeFindsNothing, expect, fillSetting, LONG_RUN, openView, test, viewDrawn } from './journey.ts'
import { startRun } from './scripted-run.ts'

/** Of the run that goes through: enough that it is under way until all are held. */
const STEPS = 60
/** Of the one that is paused meanwhile. */
const FEW_STEPS = 12
const WHOLE = 240_000

/** Keeps the run workers of the page in the order of their starts. */
async function keepRunWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const workers: Worker[] = []
    Reflect.set(globalThis, 'runWorkersOfTest', workers)
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options)
        if (options?.name === 'run') workers.push(this)
      }
    }
  })
}

/** Evaluated before the first and after the last step alone: evaluations take longer than the steps. */
const start = (page: Page, seed: number, steps: number): Promise<string> =>
  startRun(page, { preset: 'arithmetic', seed, steps, engine: 'cpu', changes: { 'evaluation.every': LONG_RUN } })

interface Told {
  readonly status: string
  readonly steps: number
  readonly digest: string | null
  readonly code: string | null
}

const ask = (page: Page, run: string): Promise<Told> =>
  page.evaluate(async (asked) => {
    type Event = { readonly kind: string; readonly arm?: string; readonly summary?: { readonly digest: string } }
    type Poll = { readonly status: string; readonly events: readonly Event[]; readonly error?: { readonly code: string } }
    const { poll } = Reflect.get(globalThis, 'tokenloom') as { poll(run: string, from: number): Promise<Poll> }
    const { status, events, error } = await poll(asked, 0)
    const steps = events.filter(({ kind, arm }) => kind === 'stepped' && arm === 'policy').length
    return { status, steps, digest: events.find(({ kind }) => kind === 'finished')?.summary?.digest ?? null, code: error?.code ?? null }
  }, run)

const statusOf = (page: Page, run: string) => expect.poll(async () => (await ask(page, run)).status, { timeout: WHOLE, intervals: [1000] })
const shownRun = (page: Page): string => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('run') ?? ''

test('four runs at once keep their digests whatever happens to their neighbours', async ({ page }) => {
  await keepRunWorkers(page)
  await page.goto('./')
  await page.getByRole('textbox', { name: /^Steps/ }).fill(String(STEPS))
  await page.getByRole('textbox', { name: /^Seed/ }).fill('1')
  await fillSetting(page, 'Evaluation', /^Evaluate every/, LONG_RUN)
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeEnabled({ timeout: 60_000 })
  const first = shownRun(page)

  await test.step('Train while a run is under way starts another beside it, under the next seed', async () => {
    await page.getByRole('button', { name: 'Train another beside it' }).click()
    await expect(page.getByRole('textbox', { name: /^Seed/ })).toHaveValue('2')
    await page.getByRole('textbox', { name: /^Steps/ }).fill(String(FEW_STEPS))
    await page.getByRole('button', { name: 'Train', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeEnabled({ timeout: 60_000 })
  })
  const paused = shownRun(page)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(page.getByTestId('phase')).toHaveText('Paused', { timeout: 60_000 })

  const stopped = await start(page, 3, LONG_RUN)
  const killed = await start(page, 4, LONG_RUN)
  await expect(page.getByTestId('under-way').getByRole('listitem')).toHaveCount(4)
  await expect(page.getByRole('button', { name: 'Train another beside it' })).toBeDisabled()
  const refused = await start(page, 5, LONG_RUN).catch((thrown: Error) => thrown.message)
  expect(refused).toContain('ENGINE_BUSY')

  await test.step('the queue shows every run, and why what waits has to wait', async () => {
    await openView(page, 'Queue')
    const clients = page.getByTestId('queue-client')
    await expect(clients).toHaveCount(4)
    await expect(page.getByTestId('batches-shared')).toContainText('served several adapters at once', { timeout: 60_000 })
    await expect(clients.getByText(/which this cannot share|goes first|with the next round|is full/).first()).toBeVisible({ timeout: 60_000 })
  })

  await test.step('held, nothing of them is served: time to look at the view in peace', async () => {
    for (const run of [first, stopped, killed]) await expect.poll(async () => (await ask(page, run)).steps, { timeout: WHOLE }).toBeGreaterThanOrEqual(2)
    const clients = page.getByTestId('queue-client')
    for (const place of [0, 1, 2, 3]) await clients.nth(place).getByRole('button', { name: /^Hold/ }).click()
    await expect(clients.nth(3).getByText('It is held here until you let it go.').first()).toBeVisible({ timeout: 60_000 })
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 860 })
      await viewDrawn(page)
      await axeFindsNothing(page, `queue at ${width}`)
    }
    expect((await ask(page, first)).status).toBe('running')
  })

  await test.step('one falls with its worker, one is stopped midway', async () => {
    const clients = page.getByTestId('queue-client')
    await page.evaluate(() => (Reflect.get(globalThis, 'runWorkersOfTest') as Worker[])[3]?.terminate())
    await statusOf(page, killed).toBe('failed')
    expect((await ask(page, killed)).code).toBe('WORKER_DEAD')
    await expect(clients).toHaveCount(3)
    await clients.nth(2).getByRole('button', { name: /^Stop/ }).click()
    for (const place of [0, 1, 2])
      await clients
        .nth(place)
        .getByRole('button', { name: /^Let go/ })
        .click()
    await statusOf(page, stopped).toBe('stopped')
    await expect(clients).toHaveCount(2)
  })

  // The run on view was brought there by its start; the paused one goes on from the queue.
  await page
    .getByTestId('queue-client')
    .nth(1)
    .getByRole('button', { name: /^Resume/ })
    .click()
  await statusOf(page, first).toBe('finished')
  await statusOf(page, paused).toBe('finished')
  const mixed = [(await ask(page, first)).digest, (await ask(page, paused)).digest]
  expect(mixed[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(mixed[0]).not.toBe(mixed[1])

  await test.step('the same runs alone have the same digests', async () => {
    for (const [place, steps] of [STEPS, FEW_STEPS].entries()) {
      const alone = await start(page, place + 1, steps)
      await statusOf(page, alone).toBe('finished')
      expect((await ask(page, alone)).digest).toBe(mixed[place])
    }
  })
})

test('a core whose worker falls takes the engine with it: the run says so, and the next one gets a whole engine', async ({ page }) => {
  await page.goto('./')
  const begin = (steps: number): Promise<string> => startRun(page, { preset: 'arithmetic', seed: 1, steps, engine: 'cpu', cores: 2 })
  const fallen = await begin(5000)
  await expect.poll(async () => (await ask(page, fallen)).steps, { timeout: WHOLE }).toBeGreaterThanOrEqual(1)
  const shard = page.workers().find((worker) => worker.url().includes('shard'))
  await shard?.evaluate(() => close())
  await statusOf(page, fallen).toBe('failed')
  expect((await ask(page, fallen)).code).toBe('WORKER_DEAD')
  const next = await begin(2)
  await statusOf(page, next).toBe('finished')
})

test('the isolation laboratory says what held on this device', async ({ page }) => {
  await page.goto('./#tab=lab')
  await page.getByRole('button', { name: 'Run on this device' }).click()
  await expect(page.getByTestId('lab-status')).toContainText('Isolation held, for 3 policies over 4 steps.', { timeout: WHOLE })
  const findings = page.getByTestId('findings').getByRole('listitem')
  await expect(findings).toHaveCount(7)
  await expect(findings.filter({ hasText: 'Did not hold' })).toHaveCount(0)
  await expect(findings.filter({ hasText: 'exactly zero' })).toBeVisible()
  await expect(findings.filter({ hasText: 'has the hash of its file' })).toBeVisible()
})
