// The CPU engine in a real browser: every operation against its float64 reference, and the very bits that Node gets.

import { beforeAll, describe, expect, test } from 'vitest'
import { TOLERANCE } from '../cases/case.ts'
import { exactnessCases } from '../cases/exactness-cases.ts'
import { kernelCases } from '../cases/kernel-cases.ts'
import { KNOWN_BITS, mixedBits } from './known-bits.ts'
import { WasmKernels } from './wasm-kernels.ts'

let kernels: WasmKernels

beforeAll(async () => {
  kernels = await WasmKernels.create()
})

describe('every operation agrees with its float64 reference', () => {
  test.each(kernelCases().map((entry) => [`${entry.operation}: ${entry.size}`, entry] as const))('%s', async (_, { run, direction }) => {
    const { error } = await run(kernels)
    expect(error).toBeLessThanOrEqual(TOLERANCE[direction])
  })
})

describe('bits do not depend on company', () => {
  test.each(exactnessCases().map((entry) => [entry.promise, entry] as const))('%s', async (_, { run }) => {
    expect((await run(kernels)).differing).toBe(0)
  })
})

test('the bits are those of Node', async () => {
  expect(await mixedBits(kernels)).toBe(KNOWN_BITS)
})
