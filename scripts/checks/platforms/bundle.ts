// Bundles the suites for the three platforms with Vite, because they load shaders and fixtures as text. Knows the entries;
// does not know how a platform is started.

import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from '../../command/command.ts'
import { newestChange } from '../../freshness.mjs'

const ENTRIES = ['dawn', 'naga', 'page'] as const

/** A folder with dawn.js, naga.js, page.js and an empty index.html. Made when a source is newer. */
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
    build: {
      ssr: true,
      outDir: unfinished,
      target: 'es2023',
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(ENTRIES.map((name) => [name, join(root, 'scripts', 'checks', 'platforms', `${name}.ts`)])),
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
