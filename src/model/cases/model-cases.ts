// All cases of the whole model in one list, beside src/kernels/cases. Knows no engine: tests and checks bring theirs.

import type { KernelCase } from '../../kernels/cases/case.ts'
import type { AttentionShape } from '../../kernels/kernels.ts'
import { fixtureCases } from './fixture-cases.ts'
import { referenceCases } from './reference-cases.ts'

/** The attention heads that the cases need. */
export const MODEL_SHAPES: readonly AttentionShape[] = [
  { heads: 3, kvHeads: 1, headWidth: 8 },
  { heads: 2, kvHeads: 2, headWidth: 12 },
]

export const modelCases = (): readonly KernelCase[] => [...fixtureCases(), ...referenceCases()]
