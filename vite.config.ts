// How the page is built: web/ in, dist/ out, every address relative, so that any static host serves it from any
// sub-path. Knows nothing of tests (vitest.config.ts) or of how dist/ is served (scripts/page/serve.ts).

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { offlineFiles } from './scripts/offline-files.mjs'
import { sandboxModule } from './scripts/sandbox-module.mjs'
import { wasmModule } from './scripts/wasm-module.mjs'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** The development server injects inline scripts; the page's content security policy, kept in every build, would stop them. */
const withoutPolicyInDevelopment: Plugin = {
  name: 'without-policy-in-development',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace(/<meta[^>]*http-equiv="Content-Security-Policy"[^>]*>/i, ''),
}

export default defineConfig({
  root: path('./web'),
  publicDir: path('./public'),
  base: './',
  cacheDir: path('./.cache/vite'),
  plugins: [react(), withoutPolicyInDevelopment, wasmModule(), sandboxModule(), offlineFiles()],
  worker: { format: 'es', plugins: () => [wasmModule()], rolldownOptions: { checks: { pluginTimings: false } } },
  // Found only once a worker starts, a dependency would make the development page reload in the middle of a run.
  optimizeDeps: { include: ['@huggingface/tokenizers', 'comlink', 'idb', 'page-typescript', 'uplot'] },
  server: { host: '127.0.0.1', fs: { allow: [path('.')] } },
  build: {
    outDir: path('./dist'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    sourcemap: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 4200, // the type checker of the editor, in its own worker
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What the first paint waits for is one file beside the entry: over a phone's network every further one is a wait of its own.
      output: { codeSplitting: { groups: [{ name: 'workbench', tags: ['$initial'] }] } },
    },
  },
})
