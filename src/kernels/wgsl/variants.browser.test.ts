// Every admissible choice of matrix variants gives the bits of the plain blocks, on this device too where it would not be chosen.

import { describe, expect, test } from 'vitest'
import { at } from '../../base/assert.ts'
import { unwrap } from '../../base/result.ts'
import { openGpu } from '../../gpu/device.ts'
import { differingElements } from '../cases/case.ts'
import { variantRuns } from '../cases/variant-runs.ts'
import type { MatrixVariants } from './matrix-ops.ts'
import { WgslKernels } from './wgsl-kernels.ts'

const COMPILE_MILLISECONDS = 240_000

async function outputs(matrix: MatrixVariants): Promise<readonly Float32Array[]> {
  const kernels = await WgslKernels.create(unwrap(await openGpu(navigator.gpu)), { shapes: [], foursOnly: true, matrix })
  const values: Float32Array[] = []
  for (const { run } of variantRuns()) values.push(await run(kernels))
  kernels.dispose()
  return values
}

describe('matrix variants agree bit for bit', () => {
  const plain = outputs({ share: 'none', tiled: false })

  test.each([
    ['loads shared by quads', { share: 'quad', tiled: false }],
    ['tiles in workgroup memory', { share: 'none', tiled: true }],
  ] as const)(
    '%s',
    async (_, matrix) => {
      const gpu = unwrap(await openGpu(navigator.gpu))
      const possible = matrix.share === 'none' || gpu.features.has('subgroups')
      gpu.device.destroy()
      if (!possible) return
      const [want, got] = [await plain, await outputs(matrix)]
      const differing = variantRuns().flatMap(({ name }, i) => (differingElements(at(got, i), at(want, i)) === 0 ? [] : [name]))
      expect(differing).toEqual([])
    },
    COMPILE_MILLISECONDS,
  )
})
