// Times every operation of the kernel seam, on either engine, in the page that loads this module: rounds over all operations in turn, the
// median of each. Knows the clock; the operations are in kernel-operations.ts.

import { unwrap } from '../src/base/result.ts'
import { chooseDevice, createKernels, type EngineChoice } from '../src/engine/choose-kernels.ts'
import type { Kernels } from '../src/kernels/kernels.ts'
import type { EngineName } from '../src/service/index.ts'
import { BENCH_SHAPE, type OperationBench, operationBenches } from './kernel-operations.ts'

export interface OperationTime {
  readonly operation: string
  readonly size: string
  readonly milliseconds: number
  readonly gflops: number
}

export interface KernelTimes {
  readonly engine: EngineName
  readonly device: string
  readonly variants: Readonly<Record<string, string>>
  /** Until the kernels were ready: compilation of shaders, or of the module. */
  readonly compileMilliseconds: number
  readonly operations: readonly OperationTime[]
}

const SAMPLE_MILLISECONDS = 60

async function sample(kernels: Kernels, bench: OperationBench, calls: number): Promise<number> {
  const start = performance.now()
  for (let i = 0; i < calls; i++) bench.run()
  await kernels.idle()
  return (performance.now() - start) / calls
}

export async function timeKernels(rounds: number, choice: EngineChoice): Promise<KernelTimes> {
  const start = performance.now()
  const device = unwrap(await chooseDevice(choice, navigator.gpu))
  const { kernels } = unwrap(await createKernels(device, { shapes: [BENCH_SHAPE], foursOnly: true }))
  const compileMilliseconds = performance.now() - start
  const timed: { bench: OperationBench; calls: number; samples: number[] }[] = []
  for (const bench of operationBenches(kernels)) {
    await sample(kernels, bench, 1) // the first call of a pipeline is slower
    timed.push({ bench, calls: Math.max(1, Math.min(200, Math.round(SAMPLE_MILLISECONDS / (await sample(kernels, bench, 1))))), samples: [] })
  }
  for (let round = 0; round < rounds; round++) for (const entry of timed) entry.samples.push(await sample(kernels, entry.bench, entry.calls))
  const operations = timed.map(({ bench: { operation, size, flop }, samples }) => {
    const milliseconds = samples.sort((a, b) => a - b)[samples.length >> 1] ?? 0
    return { operation, size, milliseconds, gflops: flop / milliseconds / 1e6 }
  })
  return { engine: kernels.engine, device: kernels.device, variants: kernels.variants, compileMilliseconds, operations }
}

Object.assign(globalThis, { timeKernels })
