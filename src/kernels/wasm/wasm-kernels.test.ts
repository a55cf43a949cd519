// The CPU engine in Node: every operation against its float64 reference, the promises of exactness, exp and log.

import { beforeAll, describe, expect, test, vi } from 'vitest'
import { TOLERANCE } from '../cases/case.ts'
import { exactnessCases } from '../cases/exactness-cases.ts'
import { kernelCases } from '../cases/kernel-cases.ts'
import { KNOWN_BITS, mixedBits } from './known-bits.ts'
import { WasmKernels } from './wasm-kernels.ts'

// The cases walk float64 references; a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

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

test('a download holds what was there when it was asked for', async () => {
  const tensor = kernels.tensor('asked', 'f32', 4)
  kernels.upload(tensor, Float32Array.of(1, 2, 3, 4))
  const asked = kernels.downloadF32(tensor)
  kernels.upload(tensor, Float32Array.of(5, 6, 7, 8))
  expect([...(await asked)]).toEqual([1, 2, 3, 4])
  kernels.free(tensor)
})

test('long work lets the event loop turn at downloads', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const tensor = kernels.tensor('asked', 'f32', 4)
  const end = performance.now() + 4000
  while (turns === 0 && performance.now() < end) await kernels.downloadF32(tensor)
  clearInterval(timer)
  kernels.free(tensor)
  expect(turns).toBeGreaterThan(0)
})
