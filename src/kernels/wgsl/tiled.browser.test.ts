// The tiled matmul variants, which a software adapter never chooses, forced on: they must give the very bits of the
// blocks. Products of fewer than 64 rows are blocks, so the same engine computes both sides.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { unwrap } from '../../base/result.ts'
import { openGpu } from '../../gpu/device.ts'
import { adapterCases } from '../cases/adapter-cases.ts'
import { caseNumbers, differingElements, TOLERANCE, withMemory } from '../cases/case.ts'
import { WgslKernels } from './wgsl-kernels.ts'

const COMPILE_MILLISECONDS = 180_000

let kernels: WgslKernels

beforeAll(async () => {
  kernels = await WgslKernels.create(unwrap(await openGpu(navigator.gpu)), {
    shapes: [],
    foursOnly: true,
    longestSequence: 64,
    matrix: { share: 'none', tiled: true },
  })
}, COMPILE_MILLISECONDS)

afterAll(() => {
  kernels.dispose()
})

test.each([
  ['nt', 129, 132, 20, true],
  ['nt', 64, 64, 16, false],
  ['nn', 100, 68, 36, false],
  ['nn', 193, 260, 128, true],
] as const)('%s %i·%i·%i, accumulating %s: rows in a tile have the bits of rows in blocks', (layout, m, n, k, accumulate) =>
  withMemory(kernels, async (memory) => {
    const a = caseNumbers(1, m * k)
    const b = memory.f32(caseNumbers(2, n * k))
    const before = caseNumbers(3, m * n)
    const whole = memory.f32(before)
    kernels.matmul({ layout, a: memory.f32(a), b, out: whole, m, n, k, accumulate })
    const together = await memory.read(whole, m * n)
    for (let row = 0; row < m; row += 40) {
      const rows = Math.min(40, m - row)
      const part = memory.f32(before.slice(row * n, (row + rows) * n))
      kernels.matmul({ layout, a: memory.f32(a.slice(row * k, (row + rows) * k)), b, out: part, m: rows, n, k, accumulate })
      expect(differingElements(await memory.read(part, rows * n), together.subarray(row * n, (row + rows) * n))).toBe(0)
    }
  }),
)

test.each(adapterCases().map((entry) => [`${entry.operation}: ${entry.size}`, entry] as const))('%s', async (_, { run, direction }) => {
  const { error } = await run(kernels)
  expect(error).toBeLessThanOrEqual(TOLERANCE[direction])
})
