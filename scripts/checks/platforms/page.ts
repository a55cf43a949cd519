// The suites in a page of Chromium: what chromium.ts calls there.

import { unwrap } from '../../../src/base/result.ts'
import { openGpu } from '../../../src/gpu/device.ts'
import { type CaseOutcome, runSuites, type SuiteName, type SuiteReport } from './suite.ts'

export async function run(suites: readonly SuiteName[], tell: (outcome: CaseOutcome) => void): Promise<SuiteReport> {
  return runSuites(unwrap(await openGpu(navigator.gpu)), suites, tell)
}
