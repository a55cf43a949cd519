// The bench `kernels`: every operation of either engine (WGSL unless one is named) at sizes of use, milliseconds and GFLOP/s, in a real browser.
// Builds bench/kernels-page.ts, serves it, and asks the page; knows nothing of the operations.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { build } from 'vite'
import type { KernelTimes } from '../../bench/kernels-page.ts'
import { unwrap } from '../../src/base/result.ts'
import type { EngineChoice } from '../../src/engine/choose-kernels.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine, root, wholeNumber } from '../command/command.ts'
import { engineChoice, engineOption } from '../command/engine.ts'
import { findBrowser } from '../page/browser.ts'
import { serveFolder } from '../page/serve.ts'
import { wasmModule } from '../wasm-module.mjs'

const USAGE = 'npm run bench -- kernels [--engine wgsl|cpu|auto] [--rounds N] [--json]'
const folder = join(root, '.cache', 'bench-kernels')

async function buildPage(): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [wasmModule(root)],
    build: {
      lib: { entry: join('bench', 'kernels-page.ts'), formats: ['es'], fileName: () => 'page.js' },
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
    },
  })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Kernels</title><script type="module" src="page.js"></script>\n')
}

export const claim: Claim = {
  summary: 'Every operation of an engine at sizes of use: milliseconds and GFLOP/s in a real browser.',
  async run({ args, say }) {
    const { values } = parseCommandLine(args, { ...engineOption, rounds: { type: 'string' } }, USAGE)
    const rounds = wholeNumber(values.rounds, '--rounds', 1, 100) ?? 7
    const choice = engineChoice(values.engine) ?? 'wgsl'
    const launch = unwrap(findBrowser({ install: true }))
    await buildPage()
    const site = await serveFolder(folder)
    const browser = await chromium.launch(launch)
    try {
      const page = await browser.newPage()
      await page.goto(site.url)
      await page.waitForFunction(() => 'timeKernels' in globalThis)
      const times = await page.evaluate(
        async ([count, engine]) => {
          const { timeKernels } = globalThis as unknown as { timeKernels(rounds: number, choice: EngineChoice): Promise<KernelTimes> }
          return timeKernels(count, engine)
        },
        [rounds, choice] as const,
      )
      for (const { operation, size, milliseconds, gflops } of times.operations) {
        say(`${operation.padEnd(20)} ${size.padEnd(34)} ${milliseconds.toFixed(3).padStart(9)} ms ${gflops.toFixed(2).padStart(7)} GFLOP/s`)
      }
      return {
        engine: times.engine,
        device: times.device,
        variants: times.variants,
        compileMilliseconds: Math.round(times.compileMilliseconds),
        operations: times.operations.map((entry) => ({
          ...entry,
          milliseconds: Number(entry.milliseconds.toPrecision(4)),
          gflops: Number(entry.gflops.toPrecision(4)),
        })),
      }
    } finally {
      await browser.close()
      await site.close()
    }
  },
}
