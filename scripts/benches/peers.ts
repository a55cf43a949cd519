// The bench `peers`: our kernels, training step and decoding beside those of other WebGPU libraries, in one browser on
// one adapter, interleaved, every result checked against float64 first; then our CPU engine beside WebAssembly peers, one
// thread each. The harness is bench/peers; this file prepares
// it, runs it and reads its result. Figures are ratios: our speed over the best peer's in the same run.

import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokenloomError } from '../../src/base/errors.ts'
import { unwrap } from '../../src/base/result.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine, wholeNumber } from '../command/command.ts'
import { engineOption } from '../command/engine.ts'
import { findBrowser } from '../page/browser.ts'
import { armsOf } from './peers/arms.ts'
import { CPU_ARM, CPU_PEERS, CPU_RELAXED_ARM, cpuFigures, relaxedFigures } from './peers/cpu-figures.ts'
import { peerFigures } from './peers/figures.ts'
import { buildOurs, harness, installPeers } from './peers/prepare.ts'

const USAGE =
  'npm run bench -- peers [--quick] [--on gpu,cpu | --engine wgsl|cpu|auto] [--suites matmul,attention,train,decode] [--peers jaxjs,tfjs,ort-webgpu] [--rounds N] [--sample-ms N] [--json]'
const SUITES = 'matmul,attention,train,decode'
/** jax-js has been the fastest WebGPU peer in every suite so far: enough for a quick look, not for the claim. */
const PEERS = { quick: 'jaxjs', full: 'jaxjs,tfjs,ort-webgpu' }

function runHarness(args: readonly string[], browser: string, say: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['run.mjs', ...args], {
      cwd: harness,
      env: { ...process.env, CHROMIUM: browser },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout.setEncoding('utf8').on('data', (text: string) => say(text.trimEnd()))
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0) resolve()
      else reject(tokenloomError('INTERNAL', `The harness ended with exit code ${code ?? 'none'}.`, 'Its own messages are above.'))
    })
  })
}

export const claim: Claim = {
  summary: "Our speed over the best WebGPU peer's: matrix products, attention, a training step, decoding.",
  async run({ args, say }) {
    const { values } = parseCommandLine(
      args,
      {
        quick: { type: 'boolean', default: false },
        ...engineOption,
        on: { type: 'string' },
        suites: { type: 'string', default: SUITES },
        rounds: { type: 'string' },
        'sample-ms': { type: 'string' },
        peers: { type: 'string' },
      },
      USAGE,
    )
    const arms = armsOf(values)
    const samples = (['rounds', 'sample-ms'] as const).flatMap((name) => {
      const count = wholeNumber(values[name], `--${name}`, 1, 10_000)
      return count === undefined ? [] : [`--${name}`, String(count)]
    })
    const browser = unwrap(findBrowser({ install: true }))
    installPeers(say)
    await buildOurs()
    mkdirSync(join(harness, '.results'), { recursive: true })
    const run = async (what: 'gpu' | 'cpu', extra: readonly string[]): Promise<{ readonly result: unknown; readonly file: string }> => {
      const out = join('.results', `peers-${what}-${Date.now()}.json`)
      await runHarness(['--suites', values.suites, '--out', out, ...extra, ...samples, ...(values.quick ? ['--quick'] : [])], browser.executablePath, say)
      return { result: JSON.parse(readFileSync(join(harness, out), 'utf8')), file: join('bench', 'peers', out) }
    }
    const peers = values.peers ?? (values.quick ? PEERS.quick : PEERS.full)
    const gpu = arms.includes('wgsl') ? await run('gpu', ['--peers', `tokenloom,${peers}`]) : null
    const cpu = arms.includes('cpu') ? await run('cpu', ['--one-thread', '--peers', [CPU_ARM, CPU_RELAXED_ARM, ...CPU_PEERS].join()]) : null
    return {
      model: 'Llama form (rotary, SwiGLU, tied head), trained and decoded by every peer, losses and tokens checked against float64',
      engine: [...arms],
      quick: values.quick,
      ...(gpu === null ? {} : { ...peerFigures(gpu.result), file: gpu.file }),
      ...(cpu === null ? {} : { ...cpuFigures(cpu.result), ...relaxedFigures(cpu.result), cpuFile: cpu.file }),
    }
  },
}
