// The whole model on the CPU kernels, in Node: against PyTorch's numbers, and against the float64 reference.

import { beforeAll, expect, test } from 'vitest'
import { TOLERANCE } from '../kernels/cases/case.ts'
import { WasmKernels } from '../kernels/wasm/wasm-kernels.ts'
import { modelCases } from './cases/model-cases.ts'

let kernels: WasmKernels

beforeAll(async () => {
  kernels = await WasmKernels.create()
})

/** Central differences walk the whole reference hundreds of times. */
const PATIENCE_MILLISECONDS = 120_000

test.each(modelCases().map((entry) => [`${entry.operation}: ${entry.size}`, entry] as const))(
  '%s',
  async (_, { run, direction }) => {
    const { error } = await run(kernels)
    expect(error).toBeLessThanOrEqual(TOLERANCE[direction])
  },
  PATIENCE_MILLISECONDS,
)

test('cases give back the memory that they took', async () => {
  const before = kernels.bytesHeld
  for (const entry of modelCases().slice(0, 5)) await entry.run(kernels)
  expect(kernels.bytesHeld).toBe(before)
})
