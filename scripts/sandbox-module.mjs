// The sandbox worker for Vite: `virtual:tokenloom-sandbox` is src/workers/sandbox.worker.ts with everything that it imports, as the
// text of one script. It runs where nothing can be fetched, so it travels as text; the same in the built page and under the
// development server. Plain JavaScript like wasm-module.mjs; its types: sandbox-module.d.mts.

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = dirname(dirname(fileURLToPath(import.meta.url)))
const id = 'virtual:tokenloom-sandbox'

async function bundle(root) {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    // A script that is no module: browsers load no module workers in a frame without an origin.
    define: { 'import.meta.url': JSON.stringify('http://sandbox.invalid/'), 'import.meta.resolve': 'undefined' },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      reportCompressedSize: false,
      // The interpreter's bytes are posted in: the file that the package names is never fetched.
      assetsInlineLimit: 0,
      rolldownOptions: {
        checks: { pluginTimings: false },
        input: join(root, 'src', 'workers', 'sandbox.worker.ts'),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })
  const { output } = Array.isArray(built) ? built[0] : built
  const chunks = output.filter((file) => file.type === 'chunk')
  if (chunks.length !== 1) throw new Error(`The sandbox worker became ${chunks.length} scripts; it must be one.`)
  const [{ code, moduleIds }] = chunks
  return { code, files: moduleIds.map((module) => module.split('?')[0]).filter((module) => module.startsWith(root)) }
}

/** The plugin; a new one for every bundle, as Vite wants it. */
export function sandboxModule(root = here) {
  return {
    name: 'tokenloom-sandbox',
    resolveId: { filter: { id: /^virtual:tokenloom-sandbox$/ }, handler: () => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:tokenloom-sandbox$/ },
      async handler() {
        const { code, files } = await bundle(root)
        for (const file of files) this.addWatchFile(file)
        return `export const workerSource = ${JSON.stringify(code)}`
      },
    },
  }
}
