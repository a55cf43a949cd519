import { expect, test } from 'vitest'
import { findBrowser, type Machine } from './browser.ts'

/** A machine where only the given paths exist; `installs` is what its package manager would bring. */
function machine(given: Partial<Machine> & { paths?: string[]; installs?: string }): Machine & { installed: number } {
  const paths = [...(given.paths ?? [])]
  const described = {
    platform: 'linux' as const,
    environment: { PATH: '/usr/local/bin:/usr/bin' },
    isRoot: false,
    isDebian: false,
    exists: (path: string) => paths.includes(path),
    playwrightPath: () => '/cache/playwright/chrome',
    installed: 0,
    installChromium() {
      described.installed++
      if (given.installs !== undefined) paths.push(given.installs)
      return given.installs !== undefined
    },
  }
  return Object.assign(described, given)
}
const pathOf = (given: Parameters<typeof machine>[0], install = true) => {
  const found = findBrowser({ install }, machine(given))
  return found.ok ? found.value.executablePath : found.error.code
}

test('the environment variable comes first', () => {
  expect(pathOf({ environment: { TOKENLOOM_BROWSER: '/opt/chrome', PATH: '/usr/bin' }, paths: ['/opt/chrome', '/usr/bin/chromium'] })).toBe('/opt/chrome')
})

test('a variable that names nothing is an error, not a silent fallback', () => {
  expect(pathOf({ environment: { TOKENLOOM_BROWSER: '/opt/chrome', PATH: '/usr/bin' }, paths: ['/usr/bin/chromium'] })).toBe('BROWSER_MISSING')
})

test("the system's browser comes before Playwright's", () => {
  expect(pathOf({ paths: ['/cache/playwright/chrome', '/usr/bin/chromium'] })).toBe('/usr/bin/chromium')
  expect(pathOf({ paths: ['/cache/playwright/chrome'] })).toBe('/cache/playwright/chrome')
})

test('macOS and Windows are searched where they keep programs', () => {
  const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  expect(pathOf({ platform: 'darwin', environment: {}, paths: [chrome] })).toBe(chrome)
  const windows = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'
  expect(pathOf({ platform: 'win32', environment: { PROGRAMFILES: 'C:\\Program Files' }, paths: [windows] })).toBe(windows)
})

test('Debian as root installs chromium once, when that is allowed', () => {
  const bare = { isRoot: true, isDebian: true, installs: '/usr/bin/chromium' }
  expect(pathOf(bare)).toBe('/usr/bin/chromium')
  expect(pathOf(bare, false)).toBe('BROWSER_MISSING')
})

test.each([
  ['another user', { isRoot: false, isDebian: true, installs: '/usr/bin/chromium' }],
  ['another system', { isRoot: true, isDebian: false, installs: '/usr/bin/chromium' }],
])('%s gets a sentence and nothing is installed', (_, given) => {
  const described = machine(given)
  const found = findBrowser({ install: true }, described)
  expect(found.ok ? '' : found.error.code).toBe('BROWSER_MISSING')
  expect(described.installed).toBe(0)
})

test('only root runs without the sandbox', () => {
  const flags = (isRoot: boolean) => {
    const found = findBrowser({ install: false }, machine({ isRoot, paths: ['/usr/bin/chromium'] }))
    return found.ok ? found.value.args : []
  }
  expect(flags(true)).toContain('--no-sandbox')
  expect(flags(false)).not.toContain('--no-sandbox')
  expect(flags(false)).toContain('--enable-unsafe-webgpu')
})
