// Finds a Vulkan driver for the platforms outside the browser: the one that the environment names, else the software driver
// that comes with Chromium (the quickest to compile, and there where the tests run), else Mesa's. Knows paths; loads nothing.

import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { findBrowser } from '../../page/browser.ts'

const DRIVER = 'vk_swiftshader_icd.json'
const MESA = '/usr/share/vulkan/icd.d/lvp_icd.json'

/** The folder of a Chromium that holds SwiftShader, or undefined. */
function swiftShaderFolder(): string | undefined {
  const browser = findBrowser({ install: false })
  const folders = browser.ok ? [dirname(browser.value.executablePath), dirname(realpathSync(browser.value.executablePath))] : []
  // Debian's /usr/bin/chromium is a script; the browser itself lies elsewhere.
  return [...folders, '/usr/lib/chromium', '/usr/lib/chromium-browser', '/opt/google/chrome'].find((folder) => existsSync(join(folder, DRIVER)))
}

/** What to add to the environment of a child that uses Vulkan; nothing when the system's own loader shall choose. */
export function driverEnvironment(): Readonly<Record<string, string>> {
  const { VK_ICD_FILENAMES: named, VK_DRIVER_FILES: files, LD_LIBRARY_PATH: libraries } = process.env
  if (named !== undefined || files !== undefined) return {}
  const folder = swiftShaderFolder()
  if (folder === undefined) return existsSync(MESA) ? { VK_ICD_FILENAMES: MESA } : {}
  // Chromium brings Vulkan's loader too; last in the list, it serves where the system has none.
  const paths = [...(libraries === undefined ? [] : [libraries]), folder].join(delimiter)
  return { VK_ICD_FILENAMES: join(folder, DRIVER), LD_LIBRARY_PATH: paths }
}
