// The processor time of a page's main thread, as the browser traces its tasks. A busy machine makes tasks last longer by the clock, not
// by what they compute. Knows nothing of what the page does meanwhile.

import type { Page } from 'playwright'

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds by the clock: when, how long; and of that on the processor. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
}

export interface MainThread {
  /** Milliseconds of processor time in tasks that began in this span of the page's own clock (performance.now()). */
  processor(from: number, to: number): number
  /** Milliseconds of processor time in the longest task that began in this span: for so long no press is heard. */
  longest(from: number, to: number): number
}

const ZERO = 'phone-zero'

/** The page must not be left meanwhile. */
export async function traceMainThread<T>(page: Page, work: () => Promise<T>): Promise<readonly [T, MainThread]> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] } })
  const zero = await page.evaluate((name) => performance.mark(name).startTime, ZERO)
  const result = await work()
  // A task that answers is over, and told, only after its answer: one more, so that the last of the work is.
  await page.evaluate(() => undefined)
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const mark = events.find(({ name }) => name === ZERO)
  if (mark === undefined) throw new Error('The trace holds no sign of the page.')
  const tasks = events.filter(({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && pid === mark.pid && tid === mark.tid)
  const clockOf = ({ ts }: TraceEvent): number => zero + (ts - mark.ts) / 1000
  /** Milliseconds of each. */
  const within = (from: number, to: number): readonly number[] =>
    tasks.filter((task) => clockOf(task) >= from && clockOf(task) <= to).map(({ tdur = 0 }) => tdur / 1000)
  return [
    result,
    {
      processor: (from, to) => Math.round(within(from, to).reduce((sum, one) => sum + one, 0)),
      longest: (from, to) => Math.round(Math.max(0, ...within(from, to))),
    },
  ]
}
