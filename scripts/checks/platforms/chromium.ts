// Runs the suites in the project's headless Chromium. Knows nothing of what is tested.

import type { EngineChoice } from '../../../src/engine/choose-kernels.ts'
import { callPage } from './call-page.ts'
import type { CaseOutcome, SuiteName, SuiteReport } from './suite.ts'

export function runInChromium(engine: EngineChoice, suites: readonly SuiteName[], tell: (outcome: CaseOutcome) => void): Promise<SuiteReport> {
  return callPage('page', 'run', { engine, suites: [...suites] }, tell)
}
