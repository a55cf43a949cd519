// The whole model on a real device: against PyTorch's numbers, and against the float64 reference.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { unwrap } from '../base/result.ts'
import { openGpu } from '../gpu/device.ts'
import { TOLERANCE } from '../kernels/cases/case.ts'
import { WgslKernels } from '../kernels/wgsl/wgsl-kernels.ts'
import { MODEL_SHAPES, modelCases } from './cases/model-cases.ts'

/** A software adapter compiles some fifty shaders first. */
const COMPILE_MILLISECONDS = 240_000

let kernels: WgslKernels

beforeAll(async () => {
  kernels = await WgslKernels.create(unwrap(await openGpu(navigator.gpu)), { shapes: MODEL_SHAPES })
}, COMPILE_MILLISECONDS)

afterAll(() => {
  kernels.dispose()
})

test.each(modelCases().map((entry) => [`${entry.operation}: ${entry.size}`, entry] as const))(
  '%s',
  async (_, { run, direction }) => {
    const { error } = await run(kernels)
    expect(error).toBeLessThanOrEqual(TOLERANCE[direction])
  },
  COMPILE_MILLISECONDS,
)

test('cases give back the memory that they took', async () => {
  const before = kernels.bytesHeld
  for (const entry of modelCases().slice(0, 5)) await entry.run(kernels)
  expect(kernels.bytesHeld).toBe(before)
})
