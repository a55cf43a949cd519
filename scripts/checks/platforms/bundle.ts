// Bundles the suites for the three platforms with Vite, because they load shaders and fixtures as text. Knows the entries;
// does not know how a platform is started.

import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from '../../command/command.ts'
import { newestChange } from '../../freshness.mjs'
import { wasmModule } from '../../wasm-module.mjs'

const ENTRIES = {
  dawn: 'checks/platforms/dawn.ts',
  naga: 'checks/platforms/naga.ts',
  page: 'checks/platforms/page.ts',
  adapters: 'adapters/page.ts',
  'catalogue-worker': 'adapters/catalogue-worker.ts',
}

/** A folder with dawn.js, naga.js, page.js, adapters.js and an empty index.html. Made when a source is newer. */
export async function bundleSuites(): Promise<string> {
  const stamp = Math.round(newestChange(root, ['src', 'shaders', 'scripts', 'package-lock.json'])).toString(36)
  const folder = join(root, '.cache', 'platforms', stamp)
  if (existsSync(folder)) return folder
  const unfinished = join(root, '.cache', 'platforms', `${process.pid}.unfinished`)
  mkdirSync(join(root, '.cache', 'platforms'), { recursive: true })
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [wasmModule(root)],
    // A page resolves no packages by name, and Deno none of ours; Dawn's native module cannot be bundled.
    ssr: { noExternal: true, external: ['webgpu'] },
    build: {
      ssr: true,
      outDir: unfinished,
      target: 'es2023',
      minify: false,
      rolldownOptions: {
        checks: { pluginTimings: false },
        input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(root, 'scripts', file)])),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  writeFileSync(join(unfinished, 'index.html'), '<!doctype html><title>Tokenloom checks</title>\n')
  try {
    renameSync(unfinished, folder)
  } catch {
    rmSync(unfinished, { recursive: true, force: true }) // another process finished the same bundle first
  }
  return folder
}
