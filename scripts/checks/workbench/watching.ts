// What watching costs: the same run on the CPU engine with the views drawn and without any, one after the other in turn, so that a
// busy machine slows both alike.

import type { Browser, Page } from 'playwright'
import { median } from '../../../src/base/median.ts'
import type { RunEvent } from '../../../src/record/events.ts'
import type { TokenloomAutomation } from '../../../web/automation.ts'
import { processorSeconds } from '../../page/processor-time.ts'

export interface Watching {
  /** Seconds of a watched run over those of an unwatched one: the median over pairs. */
  readonly ratio: number
  readonly pairs: number
  /** Medians. */
  readonly watchedSeconds: number
  readonly unwatchedSeconds: number
  /** Of all processes of the browser during a run: what watching takes of the machine, however busy that is. */
  readonly watchedProcessorSeconds: number
  readonly unwatchedProcessorSeconds: number
}

interface Spent {
  readonly seconds: number
  readonly processorSeconds: number
}

const SPEC = { preset: 'arithmetic', steps: 60, engine: 'cpu', cores: 1 } as const

export async function watchingCost(browser: Browser, url: string, pairs: number): Promise<Watching> {
  const watched: Spent[] = []
  const unwatched: Spent[] = []
  // The first of each loads what the browser then keeps; it counts for nothing.
  for (let pair = -1; pair < pairs; pair++) {
    const order = pair % 2 === 0 ? ['', '?views=none'] : ['?views=none', '']
    for (const query of order) {
      const spent = await spentBy(browser, url + query)
      if (pair >= 0) (query === '' ? watched : unwatched).push(spent)
    }
  }
  const rounded = (value: number): number => Math.round(1000 * value) / 1000
  const middle = (spent: readonly Spent[], of: (one: Spent) => number): number => rounded(median(spent.map(of)))
  return {
    ratio: rounded(median(watched.map(({ seconds }, pair) => seconds / (unwatched[pair]?.seconds ?? Number.NaN)))),
    pairs,
    watchedSeconds: middle(watched, ({ seconds }) => seconds),
    unwatchedSeconds: middle(unwatched, ({ seconds }) => seconds),
    watchedProcessorSeconds: middle(watched, ({ processorSeconds }) => processorSeconds),
    unwatchedProcessorSeconds: middle(unwatched, ({ processorSeconds }) => processorSeconds),
  }
}

async function spentBy(browser: Browser, url: string): Promise<Spent> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.goto(url)
    await page.waitForFunction(() => Reflect.get(globalThis, 'tokenloom') !== undefined)
    const before = await processorSeconds(browser)
    const seconds = await runOnce(page)
    return { seconds, processorSeconds: (await processorSeconds(browser)) - before }
  } finally {
    await context.close()
  }
}

/** Polled as rarely as a person looks, so that the script itself costs neither arm anything. */
async function runOnce(page: Page): Promise<number> {
  const run = await page.evaluate(async (spec) => (await (Reflect.get(globalThis, 'tokenloom') as TokenloomAutomation).start({ ...spec })).run, SPEC)
  for (let fromSeq = 0; ; ) {
    const { status, events } = await page.evaluate(([id, from]) => (Reflect.get(globalThis, 'tokenloom') as TokenloomAutomation).poll(id, from), [
      run,
      fromSeq,
    ] as const)
    const last = events.at(-1)
    if (last !== undefined) fromSeq = last.seq + 1
    const finished = events.find((event): event is Extract<RunEvent, { kind: 'finished' }> => event.kind === 'finished')
    if (finished !== undefined) return finished.summary.seconds
    if (status === 'failed' || status === 'stopped') throw new Error(`The measured run ${status}.`)
    await page.waitForTimeout(1000)
  }
}
