// The check `cpu`: the CPU engine. Under Node its kernels against float64, the promises of exactness of kernels and engine; in
// the built page E1 and E4: one spec gives one digest, on one core and on three.

import { samplingExactness } from '../../src/engine/cases/sampling-exactness.ts'
import { trainingExactness } from '../../src/engine/cases/training-exactness.ts'
import { exactnessCases } from '../../src/kernels/cases/exactness-cases.ts'
import { kernelCases, runKernelCases } from '../../src/kernels/cases/kernel-cases.ts'
import { WasmKernels } from '../../src/kernels/wasm/wasm-kernels.ts'
import { modelCases } from '../../src/model/cases/model-cases.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine } from '../command/command.ts'
import { engineChoice, engineOption } from '../command/engine.ts'
import { ensureBuilt } from '../page/built.ts'
import { serveFolder } from '../page/serve.ts'
import { runInPage } from '../train/drive.ts'
import { summarize } from '../train/run-folder.ts'

const USAGE = 'npm run check -- cpu [--engine cpu] [--json]'
const PRESET = 'arithmetic'
const STEPS = 5
const CORES = [1, 3, 1] as const

async function runOnce(url: string, cores: number): Promise<{ readonly digest: string; readonly logprobGap: number }> {
  const { digest, logprobGap } = summarize(await runInPage(url, { preset: PRESET, steps: STEPS, engine: 'cpu', cores }), 0)
  return { digest, logprobGap }
}

async function runsOnThePage(say: (line: string) => void): Promise<Awaited<ReturnType<typeof runOnce>>[]> {
  const site = await serveFolder(await ensureBuilt(say))
  try {
    const runs = []
    for (const cores of CORES) {
      say(`The same run on ${cores} ${cores === 1 ? 'core' : 'cores'} …`)
      runs.push(await runOnce(site.url, cores))
    }
    return runs
  } finally {
    await site.close()
  }
}

export const claim: Claim = {
  summary: 'The CPU engine: kernels and model against float64, E1 to E4, one digest on any number of cores.',
  async run({ args, say }) {
    engineChoice(parseCommandLine(args, engineOption, USAGE).values.engine, ['cpu'])
    const kernels = await WasmKernels.create()
    say('Kernels and model against float64 …')
    const results = await runKernelCases(kernels, [...kernelCases(), ...modelCases()], ({ operation, size, error, passed }) => {
      if (!passed) say(`failed  ${operation}: ${size}  ${error}`)
    })
    const worst = (direction: 'forward' | 'gradient'): number =>
      results.filter((result) => result.direction === direction).reduce((most, { error }) => Math.max(most, error), 0)
    say('Promises of exactness …')
    let differing = 0
    const promises = exactnessCases()
    for (const { run } of promises) differing += (await run(kernels)).differing
    const engine = [...samplingExactness, ...trainingExactness]
    for (const { run } of engine) differing += (await run(kernels)).differing
    const runs = await runsOnThePage(say)
    const failed = results.filter(({ passed }) => !passed).length
    const digests = runs.map(({ digest }) => digest)
    const logprobGap = runs.reduce((most, run) => Math.max(most, run.logprobGap), 0)
    return {
      ok: failed === 0 && differing === 0 && logprobGap === 0 && new Set(digests).size === 1,
      engine: kernels.engine,
      device: kernels.device,
      shaderHash: kernels.shaderHash,
      cases: results.length,
      failed,
      worstForward: worst('forward'),
      worstGradient: worst('gradient'),
      promises: promises.length + engine.length,
      differing,
      logprobGap,
      cores: [...CORES],
      digests,
      steps: STEPS,
    }
  },
}
