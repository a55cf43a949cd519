import { describe, expect, it } from 'vitest'
import { unwrap } from '../../src/base/result.ts'
import { parseRunSpec } from '../../src/record/spec-schema.ts'
import { armOf, emptyRunView, replayRun } from './run-view.ts'
import { sampleRun } from './testing/sample-run.ts'
import { estimateTime } from './time-estimate.ts'

const measured = replayRun('r1', sampleRun({ run: 'r1', steps: 10, groups: 32 }).events)
const spec = (changes: object) => unwrap(parseRunSpec({ preset: 'arithmetic', steps: 10, rollout: { groups: 32 }, ...changes }))

describe('the estimate of time', () => {
  it('is what the measured run took, for the same run', () => {
    const seconds = (estimateTime(spec({}), measured) ?? 0) / 1000
    expect(seconds).toBeGreaterThan(18)
    expect(seconds).toBeLessThan(25)
  })
  it('grows with steps, episodes and controls that use the model', () => {
    const once = estimateTime(spec({}), measured) ?? 0
    expect(estimateTime(spec({ steps: 40 }), measured)).toBeGreaterThan(3 * once)
    expect(estimateTime(spec({ rollout: { groups: 64 } }), measured)).toBeGreaterThan(1.5 * once)
    expect(estimateTime(spec({ controls: ['shuffled'] }), measured)).toBeCloseTo(2 * once)
    expect(estimateTime(spec({ controls: ['random'] }), measured)).toBeCloseTo(once)
  })
  it('leaves evaluations out that the measured run did not tell of', () => {
    const untold = { ...measured, arms: { policy: { ...armOf(measured, 'policy'), evaluations: [] } } }
    expect(estimateTime(spec({}), untold)).toBeGreaterThan(0)
  })
  it('is silent without measurements of the same kind', () => {
    expect(estimateTime(spec({}), emptyRunView('r2'))).toBeNull()
    expect(estimateTime(unwrap(parseRunSpec({ preset: 'arithmetic-sft' })), measured)).toBeNull()
  })
})
