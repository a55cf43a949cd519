// What the page needs without a network, for Vite: after the build every file is listed with its hash, and the service worker
// (web/service-worker.ts) is built around that list to sw.js, beside index.html. Knows nothing of when a page asks for which file.
// Plain JavaScript because vite.config.ts is read by Node itself; its types: offline-files.d.mts.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { build } from 'vite'

/** Never asked for by a page. */
const NEVER = [/\.map$/, /\.md$/, /^sw\.js$/]

/** Every file of the folder that a page may ask for, as the service worker takes it. */
export function listFiles(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !NEVER.some((pattern) => pattern.test(name)))
    .sort()
  return names.map((url) => {
    const bytes = readFileSync(join(folder, url))
    const hash = createHash('sha256').update(bytes).digest()
    return { url, revision: hash.toString('hex').slice(0, 16), integrity: `sha256-${hash.toString('base64')}` }
  })
}

export function offlineFiles() {
  let config
  return {
    name: 'offline-files',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    async closeBundle() {
      const { outDir, target } = config.build
      await build({
        configFile: false,
        root: config.root,
        logLevel: 'warn',
        publicDir: false,
        define: { OFFLINE_FILES: JSON.stringify(listFiles(outDir)), 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir,
          target,
          emptyOutDir: false,
          modulePreload: false,
          rolldownOptions: {
            input: join(config.root, 'service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
            checks: { pluginTimings: false },
          },
        },
      })
    },
  }
}
