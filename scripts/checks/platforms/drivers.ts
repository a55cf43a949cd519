// Finds a Vulkan driver for the platforms outside the browser: the one that the environment names, else the software driver
// that comes with Chromium. Knows paths; loads nothing.

import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findBrowser } from '../../page/browser.ts'

const DRIVER = 'vk_swiftshader_icd.json'
const MESA = '/usr/share/vulkan/icd.d/lvp_icd.json'

/** Chromium's SwiftShader beside the browser that the project uses, or null. */
function swiftShader(): string | null {
  const browser = findBrowser({ install: false })
  const folders = browser.ok ? [dirname(browser.value.executablePath), dirname(realpathSync(browser.value.executablePath))] : []
  // Debian's /usr/bin/chromium is a script; the browser itself lies elsewhere.
  const candidates = [...folders, '/usr/lib/chromium', '/usr/lib/chromium-browser', '/opt/google/chrome'].map((folder) => join(folder, DRIVER))
  return candidates.find((path) => existsSync(path)) ?? null
}

/** What to add to the environment of a child that uses Vulkan; nothing when the system's own loader shall choose. */
export function driverEnvironment(prefer: 'swiftshader' | 'mesa'): Readonly<Record<string, string>> {
  if ((process.env['VK_ICD_FILENAMES'] ?? process.env['VK_DRIVER_FILES']) !== undefined) return {}
  const mesa = existsSync(MESA) ? MESA : null
  const path = prefer === 'mesa' ? (mesa ?? swiftShader()) : (swiftShader() ?? mesa)
  return path === null ? {} : { VK_ICD_FILENAMES: path }
}
