// How fast this machine runs the script of a page: Lighthouse's BenchmarkIndex, by its published definition (which strings and arrays, and
// how they are counted: core/lib/page-functions.js in https://github.com/GoogleChrome/lighthouse, 6.3 and later). Knows nothing of phones.

import type { Browser, Page } from 'playwright'
import { median } from '../../../src/base/median.ts'
import { traceMainThread } from './main-thread.ts'

export interface BenchmarkIndex {
  /** By processor time, the median over samples: what the machine can, whatever else runs on it. */
  readonly index: number
  /** The index as it is defined, by the clock: lower where other processes take the processor away. */
  readonly byClock: number
  /** Processor time over clock time: of the time that the page wanted to compute, how much it could. */
  readonly share: number
  /** The least and the most of the samples, by processor time. */
  readonly span: readonly [number, number]
}

/** Milliseconds of each of the two parts of a sample; DevTools, which calibrates its presets by the same index, takes 125. */
const HALF = 250
const SAMPLES = 5
const PARTS = ['strings', 'arrays'] as const

/** On a blank page of its own, unthrottled unless a rate is given. About three and a half seconds. */
export async function benchmarkIndex(browser: Browser, rate = 1): Promise<BenchmarkIndex> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto('about:blank')
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate })
    await page.evaluate(keepParts, HALF)
    // Measured is what has been compiled.
    for (const part of [...PARTS, ...PARTS]) await run(page, part)
    const [counted, thread] = await traceMainThread(page, () => countAll(page))
    const measured = counted.map((parts) => parts.map((one) => ({ ...one, processor: thread.longest(one.start - HALF, one.start + one.milliseconds) })))
    const indices = measured.map((parts) => meanOf(parts.map(({ times, processor }) => indexOf(times, processor))))
    const clock = measured.map((parts) => meanOf(parts.map(({ times, milliseconds }) => indexOf(times, milliseconds))))
    const all = measured.flat()
    return {
      index: Math.round(median(indices)),
      byClock: Math.round(median(clock)),
      share: Math.round((100 * sumOf(all.map(({ processor }) => processor))) / sumOf(all.map(({ milliseconds }) => milliseconds))) / 100,
      span: [Math.round(Math.min(...indices)), Math.round(Math.max(...indices))],
    }
  } finally {
    await context.close()
  }
}

interface Counted {
  /** Strings made or arrays copied. */
  readonly times: number
  /** By the page's clock. */
  readonly start: number
  readonly milliseconds: number
}

async function countAll(page: Page): Promise<readonly (readonly Counted[])[]> {
  const samples: Counted[][] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    const parts: Counted[] = []
    for (const part of PARTS) parts.push(await run(page, part))
    samples.push(parts)
  }
  return samples
}

/** A tenth of the times a second. */
const indexOf = (times: number, milliseconds: number): number => (100 * times) / milliseconds
const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0)
const meanOf = (values: readonly number[]): number => sumOf(values) / values.length

/** In the page: both parts, for at least so many milliseconds each. They are kept there, so that each is compiled once. */
function keepParts(least: number): void {
  /** Strings of 10,000 characters, one character at a time. */
  const strings = (): Counted => {
    const start = performance.now()
    let length = 0
    while (performance.now() - start < least) {
      let text = ''
      for (let place = 0; place < 10_000; place++) text += 'a'
      // What nobody reads need not be made.
      length += text.length
    }
    return { times: length / 10_000, start, milliseconds: performance.now() - start }
  }
  /** Two arrays of 100,000 whole numbers, copied to and fro; the loops stand in one another, since calls are compiled otherwise. */
  const arrays = (): Counted => {
    const one: number[] = []
    const other: number[] = []
    for (let place = 0; place < 100_000; place++) {
      one[place] = place
      other[place] = place
    }
    const start = performance.now()
    let times = 0
    while (times % 10 !== 0 || performance.now() - start < least) {
      const from = times % 2 === 0 ? one : other
      const to = times % 2 === 0 ? other : one
      for (let place = 0; place < from.length; place++) to[place] = from[place] as number
      times++
    }
    return { times, start, milliseconds: performance.now() - start }
  }
  Object.assign(globalThis, { benchmarkParts: { strings, arrays } })
}

const run = (page: Page, part: (typeof PARTS)[number]): Promise<Counted> => page.evaluate<Counted>(`benchmarkParts.${part}()`)
