// Finds a Chromium with WebGPU for everything headless: tests, training, benches. Order: the environment
// variable, the system's browser, Playwright's own, and on Debian as root the `chromium` package. Playwright's
// headless shell is never used: it has no WebGPU. Knows nothing of what the browser is for.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'
import { type TokenloomError, tokenloomError } from '../../src/base/errors.ts'
import { fail, ok, type Result } from '../../src/base/result.ts'

export interface BrowserLaunch {
  readonly executablePath: string
  readonly args: string[]
}

/** What the search looks at, as a parameter so that tests can describe another machine. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly isRoot: boolean
  readonly isDebian: boolean
  exists(path: string): boolean
  playwrightPath(): string
  /** Installs Debian's chromium; true when it worked. */
  installChromium(): boolean
}

const LINUX_NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge-stable']
const MAC_PATHS = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium', 'Microsoft Edge.app/Contents/MacOS/Microsoft Edge']
const WINDOWS_PATHS = ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']

function systemPaths(machine: Machine): string[] {
  const { environment } = machine
  if (machine.platform === 'darwin') {
    return ['/Applications', join(environment['HOME'] ?? '/', 'Applications')].flatMap((folder) => MAC_PATHS.map((path) => join(folder, path)))
  }
  if (machine.platform === 'win32') {
    const folders = [environment['PROGRAMFILES'], environment['PROGRAMFILES(X86)'], environment['LOCALAPPDATA']]
    return folders.flatMap((folder) => (folder === undefined ? [] : WINDOWS_PATHS.map((path) => `${folder}\\${path}`)))
  }
  const folders = (environment['PATH'] ?? '/usr/bin').split(delimiter)
  return LINUX_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** The flags every headless browser of the project runs with. The sandbox stays on except for root, who cannot have it. */
function browserArguments(isRoot: boolean): string[] {
  return [
    ...(isRoot ? ['--no-sandbox'] : []),
    '--enable-unsafe-webgpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
}

/** A browser to launch, or BROWSER_MISSING. `install` allows the one step that changes the machine. */
export function findBrowser(options: { readonly install: boolean }, machine: Machine = thisMachine()): Result<BrowserLaunch, TokenloomError> {
  const args = browserArguments(machine.isRoot)
  const named = machine.environment['TOKENLOOM_BROWSER']
  if (named !== undefined && named !== '') {
    if (machine.exists(named)) return ok({ executablePath: named, args })
    return fail(tokenloomError('BROWSER_MISSING', `TOKENLOOM_BROWSER names ${named}, which does not exist.`, 'Set it to the path of a Chrome or Chromium.'))
  }
  const find = () => [...systemPaths(machine), machine.playwrightPath()].find((path) => path !== '' && machine.exists(path))
  const found = find()
  if (found !== undefined) return ok({ executablePath: found, args })
  if (options.install && machine.platform === 'linux' && machine.isDebian && machine.isRoot && machine.installChromium()) {
    const installed = find()
    if (installed !== undefined) return ok({ executablePath: installed, args })
  }
  return fail(
    tokenloomError(
      'BROWSER_MISSING',
      'No Chrome or Chromium was found on this machine.',
      'Install Google Chrome or Chromium, or set TOKENLOOM_BROWSER to the path of one.',
    ),
  )
}

function thisMachine(): Machine {
  return {
    platform: process.platform,
    environment: process.env,
    isRoot: process.getuid?.() === 0,
    isDebian: existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8')),
    exists: existsSync,
    playwrightPath: () => chromium.executablePath(),
    installChromium() {
      process.stderr.write('No browser found: installing the Debian package chromium.\n')
      const apt = (...args: string[]) => {
        const result = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
        return result.status === 0
      }
      return apt('update') && apt('install', '-y', '--no-install-recommends', 'chromium')
    },
  }
}
