// The suites under Deno, whose WebGPU is wgpu and Naga. The same lines on stdout as dawn.ts.

import { argv, exit, stdout } from 'node:process'
import { unwrap } from '../../../src/base/result.ts'
import { openGpu } from '../../../src/gpu/device.ts'
import { runSuites, SUITES } from './suite.ts'

const write = (value: object): Promise<void> => new Promise((resolve) => stdout.write(`${JSON.stringify(value)}\n`, () => resolve()))

const gpu = unwrap(await openGpu(navigator.gpu))
const report = await runSuites(
  gpu,
  SUITES.filter((suite) => argv.includes(suite)),
  (outcome) => void write({ outcome }),
)
await write({ report })
exit(0)
