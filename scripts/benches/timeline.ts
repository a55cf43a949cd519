// The bench `timeline`: what the timeline costs on the built page. A run of self-play is trained once a round with every view: the
// timeline, the tokens with a board that follows a game, the tokens alone, and the engine's view, in which nothing is followed; the order
// changes from round to round. Then the last run of the timeline is panned at rest with all its steps on view, and after it a made-up log
// of many agents.

import { type Browser, type CDPSession, chromium, errors, type Page } from 'playwright'
import { assert } from '../../src/base/assert.ts'
import { median } from '../../src/base/median.ts'
import { unwrap } from '../../src/base/result.ts'
import type { RunEvent } from '../../src/record/events.ts'
import type { AutomationPoll, TokenloomAutomation } from '../../web/automation.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine, wholeNumber } from '../command/command.ts'
import { findBrowser } from '../page/browser.ts'
import { ensureBuilt } from '../page/built.ts'
import { processorSeconds } from '../page/processor-time.ts'
import { serveFolder } from '../page/serve.ts'
import { LANES, MADE_RUN, MADE_TOKENS, manyLanes } from './timeline/many-lanes.ts'
import { type Slowdown, type Spent, slowdownOf } from './timeline/slowdown.ts'

const USAGE = 'npm run bench -- timeline [--steps 7] [--rounds 3] [--json]'
/** Panning is watched for so long, in milliseconds. */
const PANNED = 4000
const PRESET = 'tictactoe'
/** So many games a step as the figures of the log were measured with. */
const CHANGES = { 'rollout.groups': 32, 'rollout.groupSize': 8, 'objective.minibatches': 2 }
/** What a bundle of some megabytes may take to be handed over and opened on a busy machine, in milliseconds. */
const OPENING = 180_000
/** Of the runs that warm the browser up: a game of them must come on the board before they end. */
const WARM_STEPS = 3
/** What is waited for a button before the run is asked whether it still goes, in milliseconds. */
const PATIENCE = 2000

/** What is on view while it trains; on the engine's view nothing is followed. */
const VIEWS = ['engine', 'timeline', 'board', 'tokens'] as const
type View = (typeof VIEWS)[number]

interface Trained extends Spent {
  readonly run: string
  readonly events: readonly RunEvent[]
  readonly tokens: number
  readonly redraws: number
  /** From the first event to the last, as the page saw it. */
  readonly seconds: number
}

/** Counts the drawings that the page measures. */
const countDrawings = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Reflect.set(globalThis, 'drawings', [])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntriesByName('timeline')) {
        const { shapes, drawCalls, drawing } = entry instanceof PerformanceMeasure ? entry.detail : { shapes: 0, drawCalls: null, drawing: null }
        Reflect.get(globalThis, 'drawings').push({ startTime: entry.startTime, duration: entry.duration, detail: { shapes, drawCalls, drawing } })
      }
    }).observe({ type: 'measure' })
  })

interface Drawing {
  readonly startTime: number
  readonly duration: number
  readonly detail: { readonly shapes: number; readonly drawCalls: number | null; readonly drawing: string | null }
}

const drawings = (page: Page): Promise<readonly Drawing[]> => page.evaluate(() => Reflect.get(globalThis, 'drawings'))

async function train(browser: Browser, page: Page, steps: number, seed: number, view: View): Promise<Trained> {
  const before = (await drawings(page)).length
  const processor = await processorSeconds(browser)
  const start = performance.now()
  const run = await page.evaluate(
    async ([preset, count, from, changes]) => {
      const automation: TokenloomAutomation = Reflect.get(globalThis, 'tokenloom')
      return (await automation.start({ preset, steps: count, seed: from, engine: 'cpu', changes })).run
    },
    [PRESET, steps, seed, CHANGES] as const,
  )
  await page.evaluate(
    (hash) => {
      location.hash = hash
    },
    `run=${run}&tab=${view === 'board' ? 'tokens' : view}`,
  )
  if (view === 'board' || view === 'tokens') await letFollow(page, run, view === 'board')
  const all: RunEvent[] = []
  for (;;) {
    // Polled as rarely as a person looks, and from where it stood: the script itself costs no view anything.
    const { status, events } = await poll(page, run, (all.at(-1)?.seq ?? -1) + 1)
    all.push(...events)
    if (status === 'failed') throw new Error(`The run ${run} failed.`)
    if (status === 'running') {
      await page.waitForTimeout(1000)
      continue
    }
    const tokens = all.reduce((sum, event) => sum + (event.kind === 'tokens' ? event.ref.tokens : 0), 0)
    const milliseconds = all.reduce((sum, event) => sum + (event.kind === 'stepped' ? event.milliseconds.total : 0), 0)
    const spent = { milliseconds, processorSeconds: (await processorSeconds(browser)) - processor }
    return { run, events: all, tokens, ...spent, redraws: (await drawings(page)).length - before, seconds: (performance.now() - start) / 1000 }
  }
}

/** The button is there while a game of the run is on the board; what was chosen stays from run to run. A run that ends first has no such game. */
async function letFollow(page: Page, run: string, wanted: boolean): Promise<void> {
  const button = page.getByRole('button', { name: 'Follow live games' })
  const pressed = async (): Promise<boolean> => (await button.getAttribute('aria-pressed', { timeout: PATIENCE })) === 'true'
  for (;;) {
    try {
      if ((await pressed()) === wanted) return
      await button.click({ timeout: PATIENCE })
    } catch (thrown) {
      if (!(thrown instanceof errors.TimeoutError)) throw thrown
      if ((await poll(page, run, Number.MAX_SAFE_INTEGER)).status !== 'running')
        throw new Error(`The run ${run} ended before a game of it was on the board: ask for more steps.`)
    }
  }
}

const poll = (page: Page, run: string, from: number): Promise<AutomationPoll> =>
  page.evaluate(
    ([id, first]) => {
      const automation: TokenloomAutomation = Reflect.get(globalThis, 'tokenloom')
      return automation.poll(id, first)
    },
    [run, from] as const,
  )

const metric = async (session: CDPSession, name: string): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find((one) => one.name === name)?.value ?? 0
}

/** To and fro, as often as the page draws. */
async function pan(page: Page, run: string) {
  await page.evaluate((hash) => {
    location.hash = hash
  }, `run=${run}&tab=timeline`)
  await page.getByRole('button', { name: 'Whole run' }).click()
  await page.getByRole('button', { name: 'Closer' }).click()
  await page.waitForTimeout(3000)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const [before, script] = [(await drawings(page)).length, await metric(session, 'ScriptDuration')]
  const seconds = await page.evaluate((length) => {
    const region = document.querySelector('.timeline-drawing')
    return new Promise<number>((resolve) => {
      const start = performance.now()
      let frame = 0
      const step = (): void => {
        const key = Math.floor(frame++ / 4) % 2 === 0 ? 'ArrowRight' : 'ArrowLeft'
        region?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
        if (performance.now() - start < length) requestAnimationFrame(step)
        else resolve((performance.now() - start) / 1000)
      }
      requestAnimationFrame(step)
    })
  }, PANNED)
  const scriptSeconds = (await metric(session, 'ScriptDuration')) - script
  const drawn = (await drawings(page)).slice(before)
  assert(drawn.length > 0, 'a timeline that is panned is drawn')
  return {
    scriptMs: Math.round((10_000 * scriptSeconds) / Math.max(1, drawn.length)) / 10,
    paintMs: Math.round(10 * median(drawn.map(({ duration }) => duration))) / 10,
    shapes: median(drawn.map(({ detail }) => detail.shapes)),
    drawCalls: drawn.reduce<number | null>((most, { detail: { drawCalls } }) => (drawCalls === null ? most : Math.max(most ?? 0, drawCalls)), null),
    drawnWith: drawn.at(-1)?.detail.drawing ?? null,
    framesPerSecond: Math.round((10 * drawn.length) / seconds) / 10,
  }
}

async function openMade(page: Page, events: readonly RunEvent[]): Promise<void> {
  await page.evaluate(() => {
    location.hash = 'tab=runs'
  })
  const buffer = Buffer.from(await manyLanes(events))
  await page.getByLabel('Open a run bundle').setInputFiles({ name: 'many-lanes.tokenloom', mimeType: 'application/octet-stream', buffer }, { timeout: OPENING })
  await page.waitForFunction((run) => location.hash.includes(run), MADE_RUN, { timeout: OPENING })
}

export const claim: Claim = {
  summary: 'What the timeline costs: script and frames while panning at rest, and training beside it.',
  async run({ args, say }) {
    const { values } = parseCommandLine(args, { steps: { type: 'string', default: '7' }, rounds: { type: 'string', default: '3' } }, USAGE)
    const [steps, rounds] = [wholeNumber(values.steps, '--steps', 1, 60) ?? 7, wholeNumber(values.rounds, '--rounds', 1, 20) ?? 3]
    const site = await serveFolder(await ensureBuilt(say))
    const browser = await chromium.launch({ ...unwrap(findBrowser({ install: true })), headless: true })
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.goto(site.url)
      await page.waitForFunction(() => Reflect.has(globalThis, 'tokenloom'))
      await countDrawings(page)
      // The first run of every view loads what the browser then keeps; it counts for nothing.
      for (const view of VIEWS) await train(browser, page, WARM_STEPS, 0, view)
      const trained: Record<View, Trained[]> = { engine: [], timeline: [], board: [], tokens: [] }
      for (let round = 0; round < rounds; round++) {
        for (const view of [...VIEWS.slice(round % VIEWS.length), ...VIEWS.slice(0, round % VIEWS.length)]) {
          const one = await train(browser, page, steps, round + 1, view)
          const { milliseconds, processorSeconds: processor, tokens, redraws } = one
          say(`round ${round + 1}, ${view}: ${Math.round(milliseconds)} ms, ${processor.toFixed(1)} s of processor time, ${tokens} tokens, ${redraws} drawings`)
          trained[view].push(one)
        }
      }
      const sum = (runs: readonly Trained[], of: (run: Trained) => number): number => runs.reduce((total, run) => total + of(run), 0)
      const beside = (view: View): Slowdown =>
        slowdownOf(trained[view].flatMap((followed, round) => (trained.engine[round] === undefined ? [] : [{ followed, apart: trained.engine[round] }])))
      const [timeline, board, tokensAlone] = [beside('timeline'), beside('board'), beside('tokens')]
      const watched = trained.timeline
      const last = watched.at(-1)
      assert(last !== undefined, 'a round trains a run that is followed')
      const panned = await pan(page, last.run)
      say(`${LANES} lanes, ${MADE_TOKENS} tokens`)
      await openMade(page, last.events)
      const wide = await pan(page, MADE_RUN)
      return {
        tokens: last.tokens,
        ...panned,
        redrawsPerSecond: Math.round((100 * sum(watched, ({ redraws }) => redraws)) / sum(watched, ({ seconds }) => seconds)) / 100,
        trainingSlowdown: timeline.wall,
        slowdown: { timeline: { ...timeline }, board: { ...board }, tokens: { ...tokensAlone } },
        rounds,
        manyLanes: { lanes: LANES, tokens: MADE_TOKENS, ...wide },
      }
    } finally {
      await browser.close()
      await site.close()
    }
  },
}
