// The static build of the page in dist/, made when it is missing or older than its sources. The build happens
// aside and is swapped in whole, so that dist/ is never half a page. Knows nothing of who serves it.

import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from '../command/command.ts'
import { newestChange } from '../freshness.mjs'

const SOURCES = ['web', 'src', 'shaders', 'public', 'vite.config.ts', 'package-lock.json']

export async function buildPage(): Promise<string> {
  const dist = join(root, 'dist')
  const aside = join(root, '.cache', `dist-${process.pid}`)
  mkdirSync(join(root, '.cache'), { recursive: true })
  try {
    await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', build: { outDir: aside } })
    rmSync(dist, { recursive: true, force: true })
    renameSync(aside, dist)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
  return dist
}

/** The folder of an up-to-date build. `say` hears about it when there is something to wait for. */
export async function ensureBuilt(say: (line: string) => void): Promise<string> {
  const built = newestChange(root, ['dist/index.html'])
  if (built > 0 && built >= newestChange(root, SOURCES)) return join(root, 'dist')
  say('Building the page …')
  return buildPage()
}
