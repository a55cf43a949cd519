// The bench `peers`: our kernels, training step and decoding beside those of other WebGPU libraries, in one browser on
// one adapter, interleaved, every result checked against float64 first. The harness is bench/peers; this file prepares
// it, runs it and reads its result. Figures are ratios: our speed over the best WebGPU peer's in the same run.

import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokenloomError } from '../../src/base/errors.ts'
import { unwrap } from '../../src/base/result.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine } from '../command/command.ts'
import { findBrowser } from '../page/browser.ts'
import { peerFigures } from './peers/figures.ts'
import { buildOurs, harness, installPeers } from './peers/prepare.ts'

const USAGE = 'npm run bench -- peers [--quick] [--suites matmul,attention,train,decode] [--peers jaxjs,tfjs,ort-webgpu] [--json]'
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
      { quick: { type: 'boolean', default: false }, suites: { type: 'string', default: SUITES }, peers: { type: 'string' } },
      USAGE,
    )
    const browser = unwrap(findBrowser({ install: true }))
    installPeers(say)
    await buildOurs()
    const out = join('.results', `peers-${Date.now()}.json`)
    mkdirSync(join(harness, '.results'), { recursive: true })
    const peers = values.peers ?? (values.quick ? PEERS.quick : PEERS.full)
    await runHarness(
      ['--suites', values.suites, '--peers', `tokenloom,${peers}`, '--out', out, ...(values.quick ? ['--quick'] : [])],
      browser.executablePath,
      say,
    )
    const result: unknown = JSON.parse(readFileSync(join(harness, out), 'utf8'))
    return {
      model: 'Llama form (rotary, SwiGLU, tied head), trained and decoded by every peer, losses and tokens checked against float64',
      quick: values.quick,
      ...peerFigures(result),
      file: join('bench', 'peers', out),
    }
  },
}
