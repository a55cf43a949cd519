// The cases of the kernels, the model and the engine as one list of named outcomes, run on whatever device it is given. Bundled
// for every platform (bundle.ts), so it imports nothing of Node and nothing of a page.

import { at } from '../../../src/base/assert.ts'
import { unwrap } from '../../../src/base/result.ts'
import { samplingExactness } from '../../../src/engine/cases/sampling-exactness.ts'
import { CASE_CONFIG, trainingExactness } from '../../../src/engine/cases/training-exactness.ts'
import { createKernels } from '../../../src/engine/choose-kernels.ts'
import type { GpuHandle } from '../../../src/gpu/device.ts'
import { CASE_SHAPES } from '../../../src/kernels/cases/attention-cases.ts'
import { differingElements } from '../../../src/kernels/cases/case.ts'
import { exactnessCases } from '../../../src/kernels/cases/exactness-cases.ts'
import { kernelCases, runKernelCases } from '../../../src/kernels/cases/kernel-cases.ts'
import { variantRuns } from '../../../src/kernels/cases/variant-runs.ts'
import type { Kernels } from '../../../src/kernels/kernels.ts'
import { describe as describeVariants, type MatrixVariants } from '../../../src/kernels/wgsl/matrix-ops.ts'
import { WgslKernels } from '../../../src/kernels/wgsl/wgsl-kernels.ts'
import { MODEL_SHAPES, modelCases } from '../../../src/model/cases/model-cases.ts'
import type { EngineName } from '../../../src/service/index.ts'

export const SUITES = ['kernels', 'model', 'engine', 'variants'] as const
export type SuiteName = (typeof SUITES)[number]

export interface CaseOutcome {
  readonly suite: SuiteName
  /** The operation, or the promise that is kept. */
  readonly subject: string
  readonly name: string
  readonly passed: boolean
  /** Relative to the norm of the float64 reference; of a promise the greatest difference, which must be 0. */
  readonly error: number
  /** Numbers that a promise compared bit for bit. */
  readonly compared?: number
  /** What was thrown instead of an answer. */
  readonly thrown?: string
}

export interface SuiteReport {
  readonly engine: EngineName
  readonly device: string
  readonly variants: Readonly<Record<string, string>>
  readonly shaderHash: string
  readonly outcomes: readonly CaseOutcome[]
  /** Errors that the device reported to nobody in particular. */
  readonly uncaptured: readonly string[]
}

type Runner = (kernels: Kernels, tell: (outcome: CaseOutcome) => void, gpu: GpuHandle | null) => Promise<void>

async function guarded(
  suite: SuiteName,
  subject: string,
  name: string,
  run: () => Promise<Omit<CaseOutcome, 'suite' | 'subject' | 'name'>>,
): Promise<CaseOutcome> {
  try {
    return { suite, subject, name, ...(await run()) }
  } catch (thrown) {
    return { suite, subject, name, passed: false, error: Number.MAX_VALUE, thrown: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

const RUNNERS: Readonly<Record<SuiteName, Runner>> = {
  async kernels(kernels, tell) {
    for (const entry of kernelCases(CASE_SHAPES)) {
      tell(await guarded('kernels', entry.operation, entry.size, async () => onlyResult(kernels, entry)))
    }
    for (const { promise, run } of exactnessCases(CASE_SHAPES)) {
      tell(
        await guarded('kernels', 'exactness', promise, async () => {
          const { differing } = await run(kernels)
          return { passed: differing === 0, error: differing }
        }),
      )
    }
  },
  async model(kernels, tell) {
    for (const entry of modelCases()) tell(await guarded('model', entry.operation, entry.size, async () => onlyResult(kernels, entry)))
  },
  async engine(kernels, tell) {
    for (const { promise, name, run } of [...samplingExactness, ...trainingExactness]) {
      tell(
        await guarded('engine', promise, name, async () => {
          const { differing, compared, gap } = await run(kernels)
          return { passed: differing === 0 && compared > 0, error: gap, compared }
        }),
      )
    }
  },
  /** The plain blocks and every other choice of matrix variants, bit for bit, chosen on this device or not. The processor has none. */
  async variants(_, tell, gpu) {
    if (gpu === null) return
    const outputs = async (matrix: MatrixVariants): Promise<readonly Float32Array[]> => {
      const kernels = await WgslKernels.create(gpu, { shapes: [], foursOnly: true, matrix })
      const values: Float32Array[] = []
      for (const { run } of variantRuns()) values.push(await run(kernels))
      return values
    }
    const plain = await outputs({ share: 'none', tiled: false })
    // A device without subgroups has nothing to pass loads with.
    const quads: MatrixVariants[] = gpu.features.has('subgroups') ? [{ share: 'quad', tiled: false }] : []
    for (const matrix of [...quads, { share: 'none', tiled: true } as const]) {
      const got = await outputs(matrix)
      variantRuns().forEach(({ name }, i) => {
        const differing = differingElements(at(got, i), at(plain, i))
        tell({
          suite: 'variants',
          subject: `matrix variants: ${describeVariants(matrix)}`,
          name,
          passed: differing === 0,
          error: differing,
          compared: at(plain, i).length,
        })
      })
    }
  },
}

async function onlyResult(kernels: Kernels, entry: ReturnType<typeof kernelCases>[number]): Promise<{ readonly passed: boolean; readonly error: number }> {
  const [result] = await runKernelCases(kernels, [entry])
  return { passed: result?.passed === true, error: result?.error ?? Number.MAX_VALUE }
}

/** Runs suites one after the other on one device, which is closed at the end, or on the CPU engine where there is none. */
export async function runSuites(gpu: GpuHandle | null, suites: readonly SuiteName[], tell: (outcome: CaseOutcome) => void): Promise<SuiteReport> {
  const uncaptured: string[] = []
  gpu?.device.addEventListener('uncapturederror', ({ error }) => uncaptured.push(error.message))
  const shapes = [...(suites.includes('kernels') ? CASE_SHAPES : []), ...(suites.includes('model') ? MODEL_SHAPES : []), CASE_CONFIG]
  const distinct = new Map(shapes.map(({ heads, kvHeads, headWidth }) => [`${heads}/${kvHeads}/${headWidth}`, { heads, kvHeads, headWidth }]))
  const { kernels } = unwrap(await createKernels(gpu, { shapes: [...distinct.values()] }))
  const outcomes: CaseOutcome[] = []
  for (const suite of suites) {
    const hear = (outcome: CaseOutcome): void => {
      outcomes.push(outcome)
      tell(outcome)
    }
    try {
      await RUNNERS[suite](kernels, hear, gpu)
    } catch (thrown) {
      hear({
        suite,
        subject: suite,
        name: 'the suite',
        passed: false,
        error: Number.MAX_VALUE,
        thrown: thrown instanceof Error ? thrown.message : String(thrown),
      })
    }
  }
  const { engine, device, variants, shaderHash } = kernels
  kernels.dispose()
  return { engine, device, variants, shaderHash, outcomes, uncaptured }
}
