// The WGSL kernels in a real browser: every operation against its float64 reference, and the promises of exactness.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unwrap } from '../base/result.ts'
import { openGpu } from '../gpu/device.ts'
import { attentionCases, CASE_SHAPES } from './cases/attention-cases.ts'
import { attentionDifference } from './cases/attention-exactness.ts'
import { TOLERANCE } from './cases/case.ts'
import { exactnessCases } from './cases/exactness-cases.ts'
import { kernelCases } from './cases/kernel-cases.ts'
import { timeKernels } from './timed-kernels.ts'
import { WgslKernels } from './wgsl/wgsl-kernels.ts'

/** A software adapter compiles some eighty shaders first. */
const COMPILE_MILLISECONDS = 180_000

let kernels: WgslKernels

beforeAll(async () => {
  kernels = await WgslKernels.create(unwrap(await openGpu(navigator.gpu)), { shapes: CASE_SHAPES })
}, COMPILE_MILLISECONDS)

afterAll(() => {
  kernels.dispose()
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

describe('an engine for short sequences', () => {
  const shapes = CASE_SHAPES.slice(0, 2)
  let short: WgslKernels

  beforeAll(async () => {
    short = await WgslKernels.create(unwrap(await openGpu(navigator.gpu)), { shapes, longestSequence: 64 })
  }, COMPILE_MILLISECONDS)

  afterAll(() => {
    short.dispose()
  })

  test.each(attentionCases(shapes).map((entry) => [`${entry.operation}: ${entry.size}`, entry] as const))('%s', async (_, { run, direction }) => {
    expect((await run(short)).error).toBeLessThanOrEqual(TOLERANCE[direction])
  })

  test.each(shapes)('gives the bits of the blocked one, heads of $headWidth', async (shape) => {
    expect(await attentionDifference(kernels, short, shape)).toBe(0)
  })
})

test('a profile measures operations on the device and changes no bit', async () => {
  const entry = kernelCases().findLast(({ operation }) => operation === 'swiglu')
  const alone = await entry?.run(kernels)
  const stopwatch = timeKernels(kernels, () => performance.now())
  stopwatch.enter('sample')
  const measured = await entry?.run(kernels)
  const { rows } = await stopwatch.stop()
  expect(measured?.error).toBe(alone?.error)
  expect(rows.find(({ operation }) => operation === 'swiglu')?.count).toBeGreaterThan(0)
  expect(rows.reduce((sum, row) => sum + row.milliseconds, 0)).toBeGreaterThan(0)
  expect((await entry?.run(kernels))?.error).toBe(alone?.error)
})
