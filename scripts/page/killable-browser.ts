// A headless browser with a profile of its own that can be killed as a power cut would: the whole process group at once, with
// nothing said to any page. What its pages had stored stays in the profile for the next one.

import { type ChildProcess, spawn } from 'node:child_process'
import { type Browser, chromium } from 'playwright'
import { tokenloomError } from '../../src/base/errors.ts'
import { unwrap } from '../../src/base/result.ts'
import { findBrowser } from './browser.ts'

export interface KillableBrowser {
  readonly browser: Browser
  /** SIGKILL to every process of it; resolves when the browser is gone. */
  kill(): Promise<void>
}

const UP_MILLISECONDS = 60_000

export async function launchKillable(profile: string): Promise<KillableBrowser> {
  const { executablePath, args } = unwrap(findBrowser({ install: true }))
  const flags = [...args, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--hide-scrollbars', 'about:blank']
  const child = spawn(executablePath, flags, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = async (): Promise<void> => {
    killGroup(child)
    await gone
  }
  try {
    return { browser: await chromium.connectOverCDP(await addressOf(child)), kill }
  } catch (thrown) {
    await kill()
    throw thrown
  }
}

/** A negative number names the process group, whose leader the browser is. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It had ended already.
  }
}

/** The browser writes on stderr where it can be reached. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const refuse = (why: string): void =>
      reject(tokenloomError('BROWSER_MISSING', `The browser does not start: ${why}.`, 'Name a Chrome or Chromium with TOKENLOOM_BROWSER.', 'TOKENLOOM_BROWSER'))
    const timer = setTimeout(() => refuse('it stayed silent'), UP_MILLISECONDS)
    child.once('error', (cause) => refuse(cause.message))
    child.once('exit', (code) => refuse(`it ended with exit code ${code ?? 'none'}`))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      heard += text
      const address = /DevTools listening on (ws:\S+)/.exec(heard)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    })
  })
}
