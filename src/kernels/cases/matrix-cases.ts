// matmul in its four layouts: sizes that fill no block, sizes that do, sums longer than one gradient chunk, accumulation.

import type { MatmulLayout } from '../kernels.ts'
import { add, matmul } from '../reference/matrix.ts'
import { caseNumbers, type KernelCase, relativeError, wide, withMemory } from './case.ts'

const LAYOUTS: readonly MatmulLayout[] = ['nn', 'nt', 'tn', 'tt']

/** [m, n, k] */
const SIZES: readonly (readonly [number, number, number])[] = [
  [0, 8, 8],
  [1, 1, 1],
  [3, 63, 65],
  [65, 1, 129],
  [63, 129, 3],
  [1, 64, 128],
  [63, 64, 132],
  [129, 68, 4],
  [12, 20, 300],
  [64, 32, 513],
]

function matmulCase(layout: MatmulLayout, m: number, n: number, k: number, accumulate: boolean): KernelCase {
  return {
    operation: `matmul ${layout}${accumulate ? ', adding' : ''}`,
    size: `${m}·${n}·${k}`,
    direction: 'forward',
    run: (kernels) =>
      withMemory(kernels, async (memory) => {
        const a = caseNumbers(1, m * k)
        const b = caseNumbers(2, n * k)
        const before = caseNumbers(3, m * n)
        const out = memory.f32(before)
        kernels.matmul({ layout, a: memory.f32(a), b: memory.f32(b), out, m, n, k, accumulate })
        const product = matmul(layout, wide(a), wide(b), m, n, k)
        return { error: relativeError(await memory.read(out, m * n), accumulate ? add(wide(before), product) : product) }
      }),
  }
}

export function matrixCases(): readonly KernelCase[] {
  return LAYOUTS.flatMap((layout) => [
    ...SIZES.map(([m, n, k]) => matmulCase(layout, m, n, k, false)),
    matmulCase(layout, 63, 65, 33, true),
    matmulCase(layout, 64, 68, 520, true),
  ])
}
