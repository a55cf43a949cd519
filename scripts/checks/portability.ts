// The check `portability`: the cases of the kernels, of their variants and of the whole model under the two WebGPU implementations that the
// tests do not use: Dawn for Node (Tint, with Chromium's software driver) and Deno (Naga).

import { join } from 'node:path'
import type { Claim, Figures } from '../claims/claim.ts'
import { parseCommandLine, root } from '../command/command.ts'
import { engineChoice, engineOption } from '../command/engine.ts'
import { bundleSuites } from './platforms/bundle.ts'
import { driverEnvironment } from './platforms/drivers.ts'
import { type ChildCommand, runChild } from './platforms/process.ts'
import { figuresOf } from './platforms/summarize.ts'

const USAGE = 'npm run check -- portability [--engine wgsl] [--json]'
const SUITES = ['kernels', 'model', 'variants']

function commands(folder: string): Readonly<Record<'dawn' | 'naga', ChildCommand>> {
  const deno = join(root, 'node_modules', 'deno', 'bin.cjs')
  return {
    dawn: { program: process.execPath, args: [join(folder, 'dawn.js'), ...SUITES], environment: driverEnvironment() },
    naga: {
      program: process.execPath,
      args: [deno, 'run', '--no-config', '--no-lock', '--unstable-webgpu', '--allow-env', '--allow-read', join(folder, 'naga.js'), ...SUITES],
      environment: { ...driverEnvironment(), DENO_NO_UPDATE_CHECK: '1' },
    },
  }
}

export const claim: Claim = {
  summary: 'Kernels and model agree with their references under Dawn for Node and under Naga (Deno).',
  async run({ args, say }) {
    engineChoice(parseCommandLine(args, engineOption, USAGE).values.engine, ['wgsl'])
    const folder = await bundleSuites()
    const figures: Record<string, Figures & { readonly ok: boolean }> = {}
    for (const [name, command] of Object.entries(commands(folder))) {
      say(`${name} …`)
      const report = await runChild(command, ({ passed, subject, name: size, error, thrown }) => {
        if (!passed) say(`failed  ${subject}: ${size}  ${thrown ?? error}`)
      })
      figures[name] = report.ok ? figuresOf(report.value) : { ok: false, reason: report.error.message }
    }
    return { ok: Object.values(figures).every(({ ok }) => ok), engine: 'wgsl', ...figures }
  },
}
