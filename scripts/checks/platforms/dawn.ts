// The suites under Dawn for Node, in a process of its own: the driver is chosen by the environment before anything loads it,
// and a crash of the driver is a failed check, not the end of the command. One JSON line for every outcome, one for the report.

import { argv, exit, stdout } from 'node:process'
import { openNodeGpu } from '../../pretrain/node-gpu.ts'
import { runSuites, SUITES } from './suite.ts'

const write = (value: object): Promise<void> => new Promise((resolve) => stdout.write(`${JSON.stringify(value)}\n`, () => resolve()))

const gpu = await openNodeGpu()
const report = await runSuites(
  gpu,
  SUITES.filter((suite) => argv.includes(suite)),
  (outcome) => void write({ outcome }),
)
await write({ report })
// Dawn keeps the process alive otherwise.
exit(0)
