// What the side-by-side benchmark needs before it runs: the peers' packages, in a folder of their own, and our engine
// built as one module. Knows npm and Vite; knows nothing of what is measured.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { tokenloomError } from '../../../src/base/errors.ts'
import { root } from '../../command/command.ts'
import { wasmModule } from '../../wasm-module.mjs'

/** The harness, with a package file of its own: peers are never dependencies of the product. */
export const harness = join(root, 'bench', 'peers')

export function installPeers(say: (line: string) => void): void {
  if (existsSync(join(harness, 'node_modules', '.package-lock.json'))) return
  say('Installing the peers into bench/peers/node_modules …')
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: harness, stdio: ['ignore', 'ignore', 'inherit'] })
  if (npm.status === 0) return
  throw tokenloomError(
    'DOWNLOAD_FAILED',
    `npm ci in bench/peers ended with exit code ${npm.status ?? 'none'}.`,
    'Look at its messages above; this bench needs the npm registry once.',
  )
}

/** Builds bench/ours.ts with its shaders, and bench/ours-cpu.ts with its module, into bench/peers/.build-ours. */
export async function buildOurs(): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [wasmModule(root)],
    build: {
      lib: {
        entry: { ours: join('bench', 'ours.ts'), 'ours-cpu': join('bench', 'ours-cpu.ts') },
        formats: ['es'],
        fileName: (_, name) => `${name}.js`,
      },
      outDir: join(harness, '.build-ours'),
      target: 'es2023',
    },
  })
}
