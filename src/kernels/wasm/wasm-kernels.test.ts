// The CPU engine in Node: every operation against its float64 reference, the promises of exactness, exp and log.

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

test('cases give back the memory that they took', async () => {
  const before = kernels.bytesHeld
  for (const entry of exactnessCases().slice(0, 3)) await entry.run(kernels)
  expect(kernels.bytesHeld).toBe(before)
})

test('the engine opens within 50 ms', async () => {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 5; attempt++) {
    const start = performance.now()
    await WasmKernels.create()
    best = Math.min(best, performance.now() - start)
  }
  expect(best).toBeLessThan(50)
})

test('the bits are the known ones', async () => {
  expect(await mixedBits(kernels)).toBe(KNOWN_BITS)
})
