// The timeline: followed live, stepped through by keyboard, its twin compared with the log, a turn's tokens, the exported trace
// read back, a failed check of a faulty coordinator opened.

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { axeFindsNothing, expect, test } from './journey.ts'
import { pollRun, startRun } from './scripted-run.ts'

interface LoggedEvent {
  readonly kind: string
  readonly arm?: string
  readonly step?: number
  readonly ref?: { readonly arm: string; readonly step: number; readonly turns: number; readonly waits: number }
  readonly milliseconds?: {
    readonly rollout: readonly [number, number]
    readonly updating: readonly [number, number] | null
    readonly waves: readonly (readonly [wave: number, asked: number, answered: number])[]
  }
}

const SMALL = {
  preset: 'tictactoe',
  controls: [],
  steps: 2,
  rollout: { groups: 2, groupSize: 4 },
  objective: { minibatches: 2 },
  evaluation: { problems: 4 },
}

const start = (page: Page, spec: object): Promise<string> => startRun(page, { spec, engine: 'cpu' })

async function finished(page: Page, run: string): Promise<readonly LoggedEvent[]> {
  for (;;) {
    const { status, events } = await pollRun<LoggedEvent>(page, run)
    if (status === 'finished') return events
    if (status === 'failed') throw new Error('the run failed')
    await page.waitForTimeout(300)
  }
}

const turnsOf = (events: readonly LoggedEvent[]) =>
  events.flatMap(({ kind, ref, milliseconds }) => (kind === 'turns' && ref !== undefined && milliseconds !== undefined ? [{ ref, milliseconds }] : []))

test('a run is followed live, then stepped through; its twin and its trace hold what the log holds', async ({ page, troubles }) => {
  await page.goto('./#tab=timeline')
  await page.waitForFunction(() => Reflect.has(globalThis, 'tokenloom'))
  const run = await start(page, SMALL)
  await page.evaluate((id) => {
    location.hash = `#run=${id}&tab=timeline`
  }, run)
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(page.getByText(/Step \d as tables/)).toBeVisible({ timeout: 120_000 })
  const events = await finished(page, run)
  const [, second] = turnsOf(events)
  if (second === undefined) throw new Error('two steps tell of their turns')
  await expect(page.getByText(`Step 2 as tables: ${second.ref.turns} turns, ${second.ref.waits} waits`)).toBeVisible()

  const drawing = page.getByRole('region', { name: 'Drawing of the timeline' })
  await test.step('the times are dragged: the clock goes with the pointer, and what is on view stays until it is let go', async () => {
    const times = page.locator('.timeline-times')
    const clock = page.getByTestId('clock')
    await times.scrollIntoViewIfNeeded()
    const box = await times.boundingBox()
    if (box === null) throw new Error('the times are on view')
    const at = (share: number): [number, number] => [box.x + share * box.width, box.y + box.height / 2]
    const ticks = (): Promise<string | null> => times.textContent()
    const turn = async (): Promise<number> => Number(/turn (\d+)/.exec((await clock.textContent()) ?? '')?.[1] ?? -1)
    const before = await ticks()
    await page.mouse.move(...at(0.05))
    await page.mouse.down()
    await expect(clock).toHaveText(/^Episode \d+, turn 0$/)
    const seen: number[] = []
    for (let share = 5; share <= 99; share += 2) {
      await page.mouse.move(...at(share / 100))
      seen.push(await turn())
    }
    const last = Math.max(...second.milliseconds.waves.map(([wave]) => wave))
    await expect(clock).toHaveText(new RegExp(`, turn ${last}$`))
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(new Set(seen).size).toBeGreaterThan(2)
    // Left of the step stands the one before it.
    await page.mouse.move(...at(0), { steps: 10 })
    await expect(page).toHaveURL(/step=1&episode=[0-7]&turn=\d+/)
    expect(await ticks()).toBe(before)
    await page.mouse.move(...at(0.6))
    await expect(page).toHaveURL(/step=2&episode=\d+&turn=\d+/)
    expect(await ticks()).toBe(before)
    await page.mouse.up()
    const stood = (await clock.textContent()) ?? ''
    await page.mouse.move(...at(0.2))
    await expect(clock).toHaveText(stood)
    await expect(page.getByTestId('turn-detail')).toContainText(stood.replace('Episode', 'episode'))
    await drawing.focus()
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(/episode=/)
  })

  // Stepping by keyboard: the chosen turn stands in the address and in words.
  await drawing.focus()
  await page.keyboard.press('.')
  await expect(page).toHaveURL(/episode=8&turn=0/)
  await expect(page.getByTestId('turn-detail')).toContainText('episode 8, turn 0')
  await page.keyboard.press('.')
  await expect(page).toHaveURL(/episode=8&turn=1/)
  await expect(page.getByTestId('turn-detail')).toContainText('waited for')
  await page.keyboard.press(',')
  await expect(page).toHaveURL(/episode=8&turn=0/)

  // The credit of the chosen episode: what a turn earned and what its tokens weighed; nothing where nobody sampled.
  const ledger = page.getByTestId('ledger')
  await ledger.getByText('Credit of episode 8, from reward to gradient').click()
  await expect(ledger.getByRole('table')).toHaveCount(2)
  await expect(ledger.getByText(/tokens that nobody sampled: the weight of every one of them is exactly 0\./)).toHaveCount(2)
  await expect(ledger.getByRole('table').first().getByRole('row').nth(1).getByRole('cell')).toHaveCount(6)

  // Drawn on the GPU, or what stands for it, in few calls.
  const drawn = await page.evaluate(() => {
    const [last] = performance.getEntriesByName('timeline')
    return last instanceof PerformanceMeasure ? last.detail : null
  })
  expect(drawn).toMatchObject({ drawing: 'three' })
  expect(drawn.drawCalls).toBeLessThanOrEqual(50)

  // The twin has every turn and every wait.
  await page.getByText(/Step 2 as tables/).click()
  const more = page.getByRole('button', { name: /All rows/ })
  if (await more.isVisible()) await more.click()
  await expect(page.getByTestId('turn-table').locator('tbody tr')).toHaveCount(second.ref.turns)
  await expect(page.getByTestId('wait-table').locator('tbody tr')).toHaveCount(second.ref.waits)

  // Lanes are pinned and folded, by press and by key; the address keeps it, and words say it.
  const lanes = page.locator('.timeline-names').getByRole('listitem')
  await expect(lanes).toHaveText([/^Phases/, /^Engine/, /^Environment/, /^A\s*X/, /^B\s*O/])
  await page.getByRole('button', { name: /^B\s*O/ }).click()
  await expect(page.getByRole('list', { name: 'Pinned lanes' }).getByRole('listitem')).toHaveText([/^B\s*O/])
  await expect(page).toHaveURL(/pin=a-O/)
  await drawing.focus()
  await page.keyboard.press('1')
  await page.keyboard.press('4')
  await expect(page).toHaveURL(/fold=phases\.agents/)
  await expect(lanes).toHaveText([/^Engine/, /^Environment/, /^Agents/])
  await expect(page.getByTestId('lanes-said')).toHaveText('Pinned to the top: O. Folded away: Phases. All agents share one lane, a row each.')
  await page.getByRole('group', { name: 'Lanes that are unfolded' }).getByRole('button', { name: 'Agents' }).click()
  await expect(lanes).toHaveText([/^B\s*O/, /^Engine/, /^Environment/, /^A\s*X/])
  await page.reload()
  await expect(lanes).toHaveText([/^B\s*O/, /^Engine/, /^Environment/, /^A\s*X/])
  await drawing.focus()
  await page.keyboard.press('1')
  await page.getByRole('button', { name: /^B\s*O/ }).press('Enter')
  await expect(lanes).toHaveText([/^Phases/, /^Engine/, /^Environment/, /^A\s*X/, /^B\s*O/])
  await expect(page).not.toHaveURL(/pin=|fold=/)

  // The trace, read back.
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as trace' }).click()
  const trace: { traceEvents: { ph: string; cat?: string; name: string; dur?: number; args: { step?: number } }[] } = JSON.parse(
    readFileSync(await (await saved).path(), 'utf8'),
  )
  for (const { ref, milliseconds } of turnsOf(events)) {
    const own = trace.traceEvents.filter(({ ph, args }) => ph === 'X' && args.step === ref.step)
    expect(own.filter(({ cat }) => cat === 'turn')).toHaveLength(ref.turns)
    expect(own.filter(({ cat }) => cat === 'engine')).toHaveLength(milliseconds.waves.length)
    const rollout = own.find(({ name }) => name === 'rollout')
    expect((rollout?.dur ?? 0) / 1000).toBeCloseTo(milliseconds.rollout[1] - milliseconds.rollout[0], 3)
  }

  // The drawing itself, by keyboard.
  for (const [place, sign] of ['\u0089PNG', '<svg '].entries()) {
    await page.getByRole('button', { name: 'Save the drawing' }).focus()
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem').nth(place)
    await expect(item).toBeVisible()
    const picture = page.waitForEvent('download')
    await item.press('Enter')
    expect(readFileSync(await (await picture).path(), 'latin1').slice(0, 5)).toContain(sign)
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await axeFindsNothing(page, colorScheme)
    await page.screenshot({ path: `test-results/timeline-${colorScheme}.png` })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.screenshot({ path: 'test-results/timeline-390.png' })
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: 'Its tokens' }).click()
  await expect(page).toHaveURL(/tab=tokens/)
  await expect(page.getByRole('gridcell').first()).toBeVisible()

  // One clock: the tokens and the board stand where the timeline stood, and move on together.
  const board = page.getByTestId('board')
  await expect(board.getByTestId('board-turn')).toContainText('Turn 1 of')
  await expect(page.locator('.sequence.chosen')).toHaveCount(2)
  await expect(page.locator('[data-chosen]').first()).toBeVisible()
  await board.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page).toHaveURL(/episode=8&turn=1/)
  await expect(page.getByTestId('clock')).toHaveText('Episode 8, turn 1')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page).toHaveURL(/episode=(8&turn=[3-9]|9|1\d)/, { timeout: 60_000 })
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  // Before its first turn a game stands at no turn, and the clock says so.
  await board.getByRole('button', { name: 'First', exact: true }).click()
  await expect(page.getByTestId('clock')).toHaveText(/^Episode \d+$/)
  expect(troubles.errors).toEqual([])
})

test('without WebGL the timeline is drawn all the same, and a check that failed is opened at the turn where a faulty coordinator broke the rule', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const given = HTMLCanvasElement.prototype.getContext
    Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
      value(this: HTMLCanvasElement, kind: string, ...more: unknown[]) {
        return kind.startsWith('webgl') ? null : Reflect.apply(given, this, [kind, ...more])
      },
    })
  })
  await page.goto('./#tab=timeline')
  await page.waitForFunction(() => Reflect.has(globalThis, 'tokenloom'))
  const run = await start(page, { ...SMALL, steps: 1, coordinator: 'no_turn_barrier' })
  await finished(page, run)
  await page.evaluate((id) => {
    location.hash = `#run=${id}&tab=timeline`
  }, run)
  const checks = page.getByRole('region', { name: 'Checks that failed' })
  await expect(checks).toBeVisible()
  await checks.getByRole('button').first().click()
  await expect(page).toHaveURL(/step=1&.*episode=\d+&turn=\d+/)
  await expect(page.getByTestId('turn-detail')).toBeVisible()
  await expect(page.getByText('no WebGL: the timeline is drawn on a plain canvas')).toBeVisible()
})

test('a faulty coordinator is watched making its mistake beside the sound one, from the same seed, without any engine', async ({ page, troubles }) => {
  await page.goto('./#tab=timeline')
  await page.getByRole('button', { name: 'Watch a rule broken' }).click()
  const [sound, faulty] = [page.getByTestId('contrast-sound'), page.getByTestId('contrast-faulty')]
  await expect(sound).toContainText(/All [\d\s]+ comparisons held/, { timeout: 60_000 })
  await expect(faulty).toContainText('comparisons did not hold')
  await expect(page).toHaveURL(/fault=double_move&table=tictactoe-v1&seed=1/)

  await test.step('a finding leads to the turn, on both sides and both boards', async () => {
    await page
      .getByRole('region', { name: /What the auditor found in episode/ })
      .getByRole('button')
      .first()
      .click()
    await expect(page).toHaveURL(/episode=\d+&turn=\d+/)
    await expect(page.getByTestId('clock')).toHaveText(/Episode \d+, turn \d+/)
    await expect(page.getByTestId('contrast').getByRole('grid')).toHaveCount(2)
    await page.getByRole('button', { name: 'Turn after' }).click()
    await expect(sound.getByRole('region', { name: /drawing of its timeline/ })).toBeVisible()
  })

  await test.step('another fault at another game; Back returns', async () => {
    await page.getByRole('combobox', { name: 'Fault' }).selectOption({ label: 'Leaked observation' })
    await page.getByRole('combobox', { name: 'Game' }).selectOption({ label: 'Kuhn poker' })
    await expect(page).toHaveURL(/fault=leaked_observation&table=kuhn-v1/)
    await expect(faulty).toContainText('Leaked observation')
    await expect(faulty).toContainText('comparisons did not hold', { timeout: 60_000 })
    await axeFindsNothing(page, 'contrast', '[data-testid="contrast"]')
    await page.getByRole('button', { name: 'Back to the run' }).click()
    await expect(page).not.toHaveURL(/fault=/)
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  })
  expect(troubles.errors).toEqual([])
})
