// Runs scripts/<name>.ts under Node 20, which cannot read TypeScript: Vite bundles the script (so `?raw` shader
// imports work as in the page) into .cache/scripts and this file imports the result. It rebuilds only when a
// source is newer than the last bundle. It knows nothing of what the scripts do.

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import { newestChange } from './freshness.mjs'
import { wasmModule } from './wasm-module.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

const [name, ...args] = process.argv.slice(2)
if (name === undefined || !existsSync(join(root, 'scripts', `${name}.ts`))) {
  const known = readdirSync(join(root, 'scripts')).flatMap((file) => (file.endsWith('.ts') && !/\.(test|d)\./.test(file) ? [file.slice(0, -3)] : []))
  process.stderr.write(`There is no script "${name ?? ''}". Scripts: ${known.join(', ')}.\n`)
  process.exit(2)
}

/** The bundle's folder carries the newest change of the sources in its name, so a stale one is never taken. */
const sources = ['src', 'shaders', 'scripts', 'bench', 'vite.config.ts', 'package-lock.json']
const stamp = Math.round(newestChange(root, sources)).toString(36)
const cache = join(root, '.cache', 'scripts')
const folder = join(cache, `${name}-${stamp}`)
if (!existsSync(folder)) {
  mkdirSync(cache, { recursive: true })
  const unfinished = join(cache, `${name}-${process.pid}.unfinished`)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [wasmModule()],
    build: {
      ssr: join('scripts', `${name}.ts`),
      outDir: unfinished,
      target: 'node20',
      minify: false,
      sourcemap: 'inline',
      rolldownOptions: { checks: { pluginTimings: false }, output: { entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  })
  try {
    renameSync(unfinished, folder)
  } catch {
    rmSync(unfinished, { recursive: true, force: true }) // another process finished the same bundle first
  }
  const hour = 3_600_000 // a running script may still load chunks of an older bundle
  for (const old of readdirSync(cache)) {
    const path = join(cache, old)
    if (path !== folder && statSync(path).mtimeMs < Date.now() - hour) rmSync(path, { recursive: true, force: true })
  }
}

process.setSourceMapsEnabled(true)
process.argv = [process.argv[0], join('scripts', `${name}.ts`), ...args]
await import(pathToFileURL(join(folder, 'main.mjs')).href)
