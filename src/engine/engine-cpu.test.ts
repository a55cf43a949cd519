// The engine on the CPU kernels, in Node: the promises of exactness hold as they do on a GPU.

import { beforeAll, describe, expect, test, vi } from 'vitest'
import { WasmKernels } from '../kernels/wasm/wasm-kernels.ts'
import { samplingExactness } from './cases/sampling-exactness.ts'
import { trainingExactness } from './cases/training-exactness.ts'

// The cases walk float64 references; a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

let kernels: WasmKernels

beforeAll(async () => {
  kernels = await WasmKernels.create()
})

describe('promises, bit for bit', () => {
  test.each([...samplingExactness, ...trainingExactness].map((entry) => [`${entry.promise}: ${entry.name}`, entry] as const))('%s', async (_, entry) => {
    const { differing, compared } = await entry.run(kernels)
    expect(differing).toBe(0)
    expect(compared).toBeGreaterThan(50)
  })
})
