// The check `phone`: the page as built on the profile of a mid-range phone (narrow, its processor's speed, 1.6 Mbit/s with 150 ms): how
// soon it shows itself and how much it shifts, how soon it answers what a person does, and how soon a replay of 100,000 tokens stands on
// the screen. The machine is measured first and slowed down to the phone, whatever it is; `--slower 4` slows it down four times, as was done
// before. Times by the clock depend on who else uses the machine: the load is told with them.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { unwrap } from '../../src/base/result.ts'
import type { Claim, Figures } from '../claims/claim.ts'
import { parseCommandLine, wholeNumber } from '../command/command.ts'
import { findBrowser } from '../page/browser.ts'
import { ensureBuilt } from '../page/built.ts'
import { serveFolder } from '../page/serve.ts'
import { actsOfGuest } from './phone/acts-of-guest.ts'
import { actsOfReplay, actsOfVisit } from './phone/acts-of-visit.ts'
import { type BenchmarkIndex, benchmarkIndex } from './phone/benchmark-index.ts'
import { type Interaction, SETTLE, watchEvents } from './phone/interactions.ts'
import { largeReplay } from './phone/large-replay.ts'
import { traceMainThread } from './phone/main-thread.ts'
import { findRate, machineNotes, PHONE_INDEX } from './phone/phone-rate.ts'

const USAGE = 'npm run check -- phone [--slower TIMES] [--json]'

const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
const TOKENS = 100_000
/** Milliseconds; the shift has no unit (interface.md, B10). */
const LIMITS = { largestPaint: 2500, interaction: 200, shift: 0.1, replay: 3000 }
/** As the measure is defined: of every fifty interactions the slowest is left out (https://web.dev/articles/inp). */
const LEFT_OUT_OF = 50
const TOLD = 6

export const claim: Claim = {
  summary: 'On a throttled phone the page shows itself within 2.5 s, answers within 200 ms, and shows a replay of 100,000 tokens within 3 s.',
  async run({ args, say }) {
    const { values } = parseCommandLine(args, { slower: { type: 'string' } } as const, USAGE)
    const slower = wholeNumber(values.slower, '--slower', 1, 50)
    const site = await serveFolder(await ensureBuilt(say), { gzip: true })
    const browser = await chromium.launch({ ...unwrap(findBrowser({ install: false })), headless: true })
    const folder = mkdtempSync(join(tmpdir(), 'tokenloom-phone-'))
    try {
      const machine = await measureMachine(browser, slower)
      say(`The machine measures ${machine.before.index}, the phone ${Math.round(PHONE_INDEX)}: ${machine.rate} times slower`)
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, serviceWorkers: 'block' })
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', NETWORK)
      await session.send('Emulation.setCPUThrottlingRate', { rate: machine.rate })
      const load = loadavg()[0] ?? 0
      await watchEvents(page)
      const first = await firstLoad(page, site.url)
      say(`The page: ${JSON.stringify(first)}`)
      const visit = await answersOf(page, actsOfVisit)
      const guest = await answersOf(page, actsOfGuest)
      const path = join(folder, 'replay.tokenloom')
      const { bytes, tokens } = await largeReplay(TOKENS)
      writeFileSync(path, bytes)
      const replay = await openReplay(page, site.url, path)
      say(`A replay of ${tokens} tokens: ${replay} ms`)
      const answers = summarize([...visit, ...guest, ...(await answersOf(page, actsOfReplay))])
      await context.close()
      const told = figuresOf(machine, await benchmarkIndex(browser))
      for (const note of told.notes) say(note)
      say(`Slowest answers: ${answers.slowest.join('; ')}`)
      say(`Longest tasks after a press: ${answers.longestTasks.join('; ')}`)
      const ok =
        first.largestPaint <= LIMITS.largestPaint && first.shift <= LIMITS.shift && replay <= LIMITS.replay && answers.interactionToPaint <= LIMITS.interaction
      return { ok, ...first, ...answers, replayMilliseconds: replay, replayTokens: tokens, replayBytes: bytes.length, limits: LIMITS, ...told, load }
    } finally {
      rmSync(folder, { recursive: true, force: true })
      await browser.close()
      await site.close()
    }
  },
}

interface Machine {
  readonly before: BenchmarkIndex
  readonly rate: number
  /** What the machine measures when it is slowed down by the rate. */
  readonly slowed: number
}

async function measureMachine(browser: Browser, slower: number | undefined): Promise<Machine> {
  const before = await benchmarkIndex(browser)
  if (slower !== undefined) return { before, rate: slower, slowed: (await benchmarkIndex(browser, slower)).index }
  const { rate, index } = await findRate(before.index, async (rate) => (await benchmarkIndex(browser, rate)).index)
  return { before, rate, slowed: index }
}

/** Which machine this was before and after, which phone was made of it, and what is to be said of that. */
function figuresOf({ before, rate, slowed }: Machine, after: BenchmarkIndex): Figures & { readonly notes: readonly string[] } {
  return {
    machine: { before: { ...before }, after: { ...after } },
    phone: { index: slowed, target: Math.round(PHONE_INDEX), rate },
    notes: machineNotes(before.index, after.index, [before.share, after.share]),
  }
}

interface Answer extends Pick<Interaction, 'act' | 'milliseconds'> {
  /** Milliseconds of processor time that the main thread took until the paint: what a machine without other work would need. */
  readonly processor: number
  /** Milliseconds of processor time in the longest task within a second of the input: an answer that only puts its work off is none. */
  readonly longestTask: number
}

async function answersOf(page: Page, acts: (page: Page) => Promise<readonly Interaction[]>): Promise<readonly Answer[]> {
  const [done, thread] = await traceMainThread(page, () => acts(page))
  return done.map(({ act, milliseconds, start }) => ({
    ...{ act, milliseconds },
    processor: thread.processor(start, start + milliseconds),
    longestTask: thread.longest(start, start + SETTLE),
  }))
}

/** Of many interactions the one that counts, by the clock and by processor time, and the slowest by name. */
function summarize(answers: readonly Answer[]): {
  readonly interactions: number
  readonly interactionToPaint: number
  readonly interactionWorst: number
  readonly interactionProcessor: number
  readonly slowest: readonly string[]
  readonly longestTask: number
  readonly longestTasks: readonly string[]
} {
  const sortedBy = (field: 'milliseconds' | 'processor' | 'longestTask'): readonly Answer[] => [...answers].sort((a, b) => b[field] - a[field])
  const counts = (sorted: readonly Answer[]): Answer | undefined => sorted[Math.floor(answers.length / LEFT_OUT_OF)]
  const [byClock, byProcessor, byTask] = [sortedBy('milliseconds'), sortedBy('processor'), sortedBy('longestTask')]
  return {
    interactions: answers.length,
    interactionToPaint: counts(byClock)?.milliseconds ?? Number.NaN,
    interactionWorst: byClock[0]?.milliseconds ?? Number.NaN,
    interactionProcessor: counts(byProcessor)?.processor ?? Number.NaN,
    slowest: byProcessor.slice(0, TOLD).map(({ act, milliseconds, processor }) => `${act}: ${milliseconds} ms, ${processor} of them computing`),
    longestTask: counts(byTask)?.longestTask ?? Number.NaN,
    longestTasks: byTask.slice(0, TOLD).map(({ act, longestTask }) => `${act}: ${longestTask} ms`),
  }
}

async function firstLoad(page: Page, url: string): Promise<{ firstPaint: number; largestPaint: number; shift: number }> {
  await page.addInitScript(() => {
    const seen = { largestPaint: 0, shift: 0 }
    Object.assign(globalThis, { phoneCheck: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.largestPaint = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (Reflect.get(entry, 'hadRecentInput') !== true) seen.shift += Number(Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(url)
  await page.getByTestId('phase').waitFor({ timeout: 60_000 })
  await page.waitForTimeout(3000)
  return page.evaluate(() => {
    const seen: unknown = Reflect.get(globalThis, 'phoneCheck')
    const of = (name: string): number => Number(typeof seen === 'object' && seen !== null ? Reflect.get(seen, name) : Number.NaN)
    const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
    return { firstPaint: Math.round(firstPaint), largestPaint: Math.round(of('largestPaint')), shift: of('shift') }
  })
}

/** From the file that is chosen to its tokens on the screen. */
async function openReplay(page: Page, url: string, path: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(`${url}#tab=runs`)
  const input = page.getByLabel('Open a run bundle')
  await input.waitFor({ state: 'attached', timeout: 60_000 })
  await page.waitForTimeout(3000)
  const start = performance.now()
  await input.setInputFiles(path)
  await page.waitForURL(/run=r/, { timeout: 60_000 })
  await page.evaluate(() => {
    location.hash = location.hash.replace('tab=runs', 'tab=tokens')
  })
  await page.getByRole('grid').first().waitFor({ timeout: 60_000 })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  return Math.round(performance.now() - start)
}
