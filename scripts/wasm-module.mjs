// The CPU engine's kernels for Vite: `virtual:tokenloom-wasm` is the module that the AssemblyScript compiler makes of
// src/kernels/wasm/assembly, as base64, so that the page's workers, tests and Node take it in the same way. Compiled when a
// source changed, kept under .cache/wasm by the hash of the sources. Knows nothing of what the kernels do.
// Plain JavaScript because scripts/run.mjs needs it before anything can be bundled; its types: wasm-module.d.mts.

import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder; a bundle of this file lies elsewhere and says where it is. */
const here = dirname(dirname(fileURLToPath(import.meta.url)))
const folderIn = (root) => join(root, 'src', 'kernels', 'wasm', 'assembly')
const id = 'virtual:tokenloom-wasm'
/** Compiler options of the two modules, by what is imported. */
const MODULES = { [id]: [], [`${id}/relaxed`]: ['--enable', 'simd', '--enable', 'relaxed-simd'] }

function sources(root) {
  const folder = folderIn(root)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') || name === 'asconfig.json')
    .sort()
    .map((name) => join(folder, name))
}

/** The path of the compiled module; compiles it first when no module of these sources is kept. */
export async function compiledModule(root = here, options = []) {
  const folder = folderIn(root)
  const cache = join(root, '.cache', 'wasm')
  const asc = await import('assemblyscript/asc')
  const hash = createHash('sha256').update(asc.version).update(options.join(' '))
  for (const path of sources(root)) hash.update(path.slice(folder.length)).update('\0').update(readFileSync(path)).update('\0')
  const path = join(cache, `${hash.digest('hex').slice(0, 16)}.wasm`)
  if (existsSync(path)) return path
  // Several workers of one build ask at once: each module is compiled once.
  const under = underway.get(path) ?? compile(folder, cache, path, options)
  underway.set(path, under)
  return under
}

const underway = new Map()

async function compile(folder, cache, path, options) {
  const asc = await import('assemblyscript/asc')
  mkdirSync(cache, { recursive: true })
  // Several bundles may compile at once, in one process or in several: each has a file of its own.
  const unfinished = `${path}.${randomUUID()}.unfinished`
  const args = [join(folder, 'index.ts'), '--config', join(folder, 'asconfig.json'), '--outFile', unfinished, ...options]
  const { error, stderr } = await asc.main(args)
  if (error) throw new Error(`The CPU kernels do not compile.\n${stderr.toString()}`, { cause: error })
  renameSync(unfinished, path)
  return path
}

/** The plugin; a new one for every bundle, as Vite wants it. */
export function wasmModule(root = here) {
  return {
    name: 'tokenloom-wasm',
    resolveId: { filter: { id: /^virtual:tokenloom-wasm/ }, handler: (source) => (source in MODULES ? `\0${source}` : undefined) },
    load: {
      filter: { id: /^\0virtual:tokenloom-wasm/ },
      async handler(resolved) {
        for (const path of sources(root)) this.addWatchFile(path)
        const path = await compiledModule(root, MODULES[resolved.slice(1)])
        return `export const moduleBase64 = '${readFileSync(path).toString('base64')}'`
      },
    },
  }
}
