// Two projects: `unit` in Node, and `browser` in a real Chromium with WebGPU for *.browser.test.ts. Run one with
// `npx vitest run --project unit`. Knows nothing of the journeys, which Playwright runs on the built page.

import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findBrowser } from './scripts/page/browser.ts'
import { sandboxModule } from './scripts/sandbox-module.mjs'
import { wasmModule } from './scripts/wasm-module.mjs'

const root = fileURLToPath(new URL('.', import.meta.url))
const found = findBrowser({ install: false })
const browserTests = ['src/**/*.browser.test.ts', 'web/**/*.browser.test.{ts,tsx}']

export default defineConfig({
  root,
  publicDir: `${root}/public`,
  cacheDir: `${root}/.cache/vitest`,
  plugins: [wasmModule(), sandboxModule()],
  worker: { plugins: () => [wasmModule()] },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          maxWorkers: '100%', // nobody else works on the machine meanwhile
          testTimeout: 120_000, // a busy machine is slow, not wrong
          hookTimeout: 120_000,
          // A worker keeps the modules that it has loaded: most of the time went into loading them anew for each file. What a test
          // changes outside its own values it gives back.
          isolate: false,
          include: ['src/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/*.test.ts'],
          exclude: browserTests,
        },
      },
      {
        extends: true,
        // Found only once a worker starts, a dependency would make the page reload in the middle of a test.
        optimizeDeps: { include: ['@huggingface/tokenizers', 'comlink', 'fast-check', 'idb', 'react', 'react-dom', 'react-dom/client', 'uplot'] },
        test: {
          name: 'browser',
          include: browserTests,
          testTimeout: 60_000, // a software adapter compiles shaders slowly
          fileParallelism: false, // one GPU, one page at a time
          sequence: { groupOrder: 1 }, // after the others, which take every core
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: 'chromium' }],
            provider: playwright({ launchOptions: found.ok ? found.value : {} }),
          },
        },
      },
    ],
  },
})
