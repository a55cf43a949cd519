// The CPU engine in a real browser, plain and relaxed: every operation against its float64 reference, the promises of exactness,
// and, of the plain one, the very bits that Node gets.

import { beforeAll, describe, expect, test } from 'vitest'
import { TOLERANCE } from '../cases/case.ts'
import { exactnessCases } from '../cases/exactness-cases.ts'
import { kernelCases } from '../cases/kernel-cases.ts'
import { KNOWN_BITS, mixedBits } from './known-bits.ts'
import { WasmKernels } from './wasm-kernels.ts'

describe.each(['plain', 'relaxed'] as const)('%s SIMD', (simd) => {
  let kernels: WasmKernels

  beforeAll(async () => {
    kernels = await WasmKernels.create(simd)
  })

  test.each(kernelCases().map((entry) => [`${entry.operation}: ${entry.size}`, entry] as const))('agrees with float64: %s', async (_, { run, direction }) => {
    const { error } = await run(kernels)
    expect(error).toBeLessThanOrEqual(TOLERANCE[direction])
  })

  test.each(exactnessCases().map((entry) => [entry.promise, entry] as const))('bits do not depend on company: %s', async (_, { run }) => {
    expect((await run(kernels)).differing).toBe(0)
  })
})

test('the bits of plain SIMD are those of Node', async () => {
  expect(await mixedBits(await WasmKernels.create())).toBe(KNOWN_BITS)
})
