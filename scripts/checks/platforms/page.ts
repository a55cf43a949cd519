// The suites in a page of Chromium: what chromium.ts calls there.

import { unwrap } from '../../../src/base/result.ts'
import { chooseDevice, type EngineChoice } from '../../../src/engine/choose-kernels.ts'
import { type CaseOutcome, runSuites, type SuiteName, type SuiteReport } from './suite.ts'

export async function run(
  { engine, suites }: { readonly engine: EngineChoice; readonly suites: readonly SuiteName[] },
  tell: (outcome: CaseOutcome) => void,
): Promise<SuiteReport> {
  return runSuites(unwrap(await chooseDevice(engine, navigator.gpu)), suites, tell)
}
