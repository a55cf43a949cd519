// All differential cases in one list, and the loop that runs them. Knows no engine: tests, the page's device check and the
// portability check bring theirs.

import type { AttentionShape, Kernels } from '../kernels.ts'
import { adapterCases } from './adapter-cases.ts'
import { attentionCases, CASE_SHAPES } from './attention-cases.ts'
import { type KernelCase, TOLERANCE } from './case.ts'
import { headCases } from './head-cases.ts'
import { matrixCases } from './matrix-cases.ts'
import { optimizerCases } from './optimizer-cases.ts'
import { rowCases } from './row-cases.ts'
import { samplingCases } from './sampling-cases.ts'

/** Every operation at every tested size; attention for the heads that the engine under test was made for. */
export function kernelCases(shapes: readonly AttentionShape[] = CASE_SHAPES): readonly KernelCase[] {
  return [...matrixCases(), ...adapterCases(), ...rowCases(), ...attentionCases(shapes), ...headCases(), ...samplingCases(), ...optimizerCases()]
}

export interface CaseResult {
  readonly operation: string
  readonly size: string
  readonly direction: 'forward' | 'gradient'
  readonly error: number
  readonly tolerance: number
  readonly passed: boolean
}

/** Runs the cases one after the other; `onResult` hears of each. */
export async function runKernelCases(
  kernels: Kernels,
  cases: readonly KernelCase[] = kernelCases(),
  onResult: (result: CaseResult) => void = () => {},
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = []
  for (const { operation, size, direction, run } of cases) {
    const { error } = await run(kernels)
    const tolerance = TOLERANCE[direction]
    const result = { operation, size, direction, error, tolerance, passed: error <= tolerance }
    results.push(result)
    onResult(result)
  }
  return results
}
