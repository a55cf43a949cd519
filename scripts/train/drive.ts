// Drives the built page in a headless browser through its automation object: start a run, follow its events,
// take its files. Knows the automation contract, and nothing of the page's look or of the command line.

import { type Browser, chromium, type JSHandle, type Page } from 'playwright'
import { type ErrorData, TokenloomError, tokenloomError } from '../../src/base/errors.ts'
import { unwrap } from '../../src/base/result.ts'
import type { BlobName, RunEvent } from '../../src/record/events.ts'
import type { TokenloomAutomation } from '../../web/automation.ts'
import { findBrowser } from '../page/browser.ts'

type StartInput = Parameters<TokenloomAutomation['start']>[0]

export interface DrivenPage {
  presets(): Promise<readonly string[]>
  start(input: StartInput): Promise<string>
  /** What a file of problems holds, and the settings of a run on them; the page keeps them for the runs that it starts. */
  readProblems(name: string, bytes: Buffer): ReturnType<TokenloomAutomation['readProblems']>
  /** Goes on with a run that this browser's storage kept. */
  proceed(run: string): Promise<void>
  /** Calls `onEvent` for every event in order until the run has ended; throws what made it fail. */
  follow(run: string, onEvent: (event: RunEvent) => void): Promise<void>
  files(run: string): Promise<readonly { readonly name: string; readonly bytes: Buffer }[]>
  /** The token detail of one step; null where none is kept. */
  tokens(run: string, arm: BlobName, step: number): Promise<Buffer | null>
  close(): Promise<void>
}

const POLL_MILLISECONDS = 200
const UP_MILLISECONDS = 30_000

/** The error that the page meant: its own with a code, sent as JSON in the message, or the driver's. */
function errorOf(thrown: unknown): unknown {
  if (thrown instanceof TokenloomError || !(thrown instanceof Error)) return thrown
  try {
    const data: unknown = JSON.parse(/\{.*\}/.exec(thrown.message)?.[0] ?? '')
    return isErrorData(data) ? new TokenloomError(data) : thrown
  } catch {
    return thrown
  }
}

function isErrorData(value: unknown): value is ErrorData {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value && 'nextStep' in value
}

/** The page's automation object, once the page has put it up. */
async function waitForAutomation(page: Page, troubles: readonly string[]): Promise<JSHandle<TokenloomAutomation>> {
  try {
    await page.waitForFunction(() => Reflect.has(globalThis, 'tokenloom'), undefined, { timeout: UP_MILLISECONDS })
  } catch {
    const reason = troubles.join('; ') || 'it stayed silent'
    throw tokenloomError('INTERNAL', `The page did not come up: ${reason}.`, 'Run `npm run build`, and look at the page with `npm start`.')
  }
  return page.evaluateHandle((): TokenloomAutomation => Reflect.get(globalThis, 'tokenloom'))
}

/** What the page complained of so far; it grows while the page lives. */
function recordTroubles(page: Page): readonly string[] {
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text())
  })
  return troubles
}

function rejectOnCrash(page: Page): Promise<never> {
  const crashed = new Promise<never>((_, reject) => {
    page.on('crash', () => reject(tokenloomError('WORKER_DEAD', 'The browser page crashed.', 'Free some memory and start the run again.')))
  })
  crashed.catch(() => undefined) // it may crash while nobody waits
  return crashed
}

function driver(browser: Browser, automation: JSHandle<TokenloomAutomation>, crashed: Promise<never>, troubles: readonly string[]): DrivenPage {
  const answer = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await Promise.race([work, crashed])
    } catch (thrown) {
      throw errorOf(thrown)
    }
  }
  return {
    presets: () => answer(automation.evaluate((page) => page.presets())),
    start: async (input) => (await answer(automation.evaluate((page, given) => page.start(given), input))).run,
    readProblems: (name, bytes) =>
      answer(automation.evaluate((page, [file, base64]) => page.readProblems(file, base64), [name, bytes.toString('base64')] as const)),
    proceed: (run) => answer(automation.evaluate((page, id) => page.proceed(id), run)),
    async follow(run, onEvent) {
      for (let next = 0; ; ) {
        const state = await answer(automation.evaluate((page, [id, seq]) => page.poll(id, seq), [run, next] as const))
        for (const event of state.events) {
          onEvent(event)
          next = event.seq + 1
        }
        if (state.status === 'failed') throw state.error === undefined ? new Error(`The run failed. ${troubles.join('\n')}`) : new TokenloomError(state.error)
        if (state.status === 'finished' || state.status === 'stopped') return
        await new Promise((wake) => setTimeout(wake, POLL_MILLISECONDS))
      }
    },
    async files(run) {
      const files = await answer(automation.evaluate((page, id) => page.files(id), run))
      return files.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, 'base64') }))
    },
    async tokens(run, arm, step) {
      const base64 = await answer(automation.evaluate((page, [id, of, at]) => page.tokens(id, of, at), [run, arm, step] as const))
      return base64 === null ? null : Buffer.from(base64, 'base64')
    },
    close: () => browser.close(),
  }
}

/** Opens the page at `url`. Throws BROWSER_MISSING when there is no browser. */
export async function drivePage(url: string): Promise<DrivenPage> {
  const launch = unwrap(findBrowser({ install: true }))
  // The command closes the browser on Ctrl-C itself, together with its server.
  const browser = await chromium.launch({ ...launch, headless: true, handleSIGINT: false, handleSIGTERM: false }).catch((cause: unknown) => {
    const reason = (cause instanceof Error ? cause.message : String(cause)).split('\n')[0] ?? ''
    throw tokenloomError(
      'BROWSER_MISSING',
      `${launch.executablePath} does not start as a browser: ${reason}`,
      'Name a Chrome or Chromium with TOKENLOOM_BROWSER, or unset it.',
      'TOKENLOOM_BROWSER',
    )
  })
  try {
    return await driveBrowser(browser, url)
  } catch (thrown) {
    await browser.close()
    throw thrown
  }
}

/** One run, from its start to its end, in a browser of its own; all that its log tells. Throws what made it fail. */
export async function runInPage(url: string, input: StartInput, onEvent: (event: RunEvent) => void = () => {}): Promise<readonly RunEvent[]> {
  const page = await drivePage(url)
  try {
    const events: RunEvent[] = []
    await page.follow(await page.start(input), (event) => {
      events.push(event)
      onEvent(event)
    })
    return events
  } finally {
    await page.close()
  }
}

/** Opens the page at `url` in a browser that is already there; in its own profile where it has one. */
export async function driveBrowser(browser: Browser, url: string): Promise<DrivenPage> {
  const page = await (browser.contexts()[0] ?? browser).newPage()
  const troubles = recordTroubles(page)
  const crashed = rejectOnCrash(page)
  await page.goto(url)
  return driver(browser, await waitForAutomation(page, troubles), crashed, troubles)
}
