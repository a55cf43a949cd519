// A row of the list of runs for tests. No product code imports it.

import { unwrap } from '../../../src/base/result.ts'
import type { Evaluation } from '../../../src/record/events.ts'
import { presetSpec } from '../../../src/record/spec-schema.ts'
import type { SavedRun } from '../saved-run.ts'

export function savedRun(id: string, change: Partial<SavedRun> = {}): SavedRun {
  return {
    ...{ id, created: 0, spec: unwrap(presetSpec('arithmetic')), status: 'finished', stepsDone: 80, name: id, note: '' },
    ...{ tags: [], pinned: false, hidden: false, base: null, last: null },
    ...change,
  }
}

export const evaluation = (step: number, sampled: number): Evaluation => ({ arm: 'policy', step, sampled, sampledError: 0.02, greedy: sampled, problems: 256 })
