import { describe, expect, it } from 'vitest'
import type { RunEvent, StepMetrics } from '../../src/record/events.ts'
import { alarmsOf } from './alarms.ts'
import { replayRun } from './run-view.ts'
import { sampleRun } from './testing/sample-run.ts'

const { events } = sampleRun({ run: 'r1', steps: 6, groups: 2 })

/** The sample run with the metrics of steps from `from` on changed. */
function withMetrics(change: Partial<StepMetrics> | ((step: number) => Partial<StepMetrics>), from = 1) {
  const changed = events.map((event): RunEvent => {
    if (event.kind !== 'stepped' || event.step < from) return event
    return { ...event, metrics: { ...event.metrics, ...(typeof change === 'function' ? change(event.step) : change) } }
  })
  return alarmsOf(replayRun('r1', changed)).map(({ kind, step }) => `${kind} ${step}`)
}

describe('alarms', () => {
  it('are silent on a run that learns', () => {
    expect(withMetrics({})).toEqual([])
  })
  it('tell of numbers that are not finite, once and for good', () => {
    expect(withMetrics((step) => (step === 2 ? { loss: Number.NaN } : {}))).toEqual(['notFinite 2'])
    expect(withMetrics((step) => (step === 3 ? { skippedUpdates: 1 } : {}))).toEqual(['notFinite 3'])
  })
  it('tell a policy that is sure and wrong from one that is sure and right', () => {
    expect(withMetrics({ entropy: 0.001, rewardMean: 0.3 }, 4)).toEqual(['entropyGone 4'])
    expect(withMetrics({ entropy: 0.001, rewardMean: 0.97 }, 4)).toEqual([])
  })
  it('wait for a stretch of steps', () => {
    expect(withMetrics({ entropy: 0.001, rewardMean: 0.3 }, 5)).toEqual([])
  })
  it('tell when no group has a spread and nothing was learnt', () => {
    expect(withMetrics({ groups: 32, droppedGroups: 32, rewardMean: 0 }, 4)).toEqual(['noSpread 4'])
    expect(withMetrics({ groups: 32, droppedGroups: 32, rewardMean: 1 }, 4)).toEqual([])
  })
  it('tell of a divergence that is great, and of one that grows fast', () => {
    expect(withMetrics({ klToBase: 6 })).toEqual(['klRunningAway 4'])
    expect(withMetrics((step) => ({ klToBase: 0.2 * 2 ** (step - 1) }))).toEqual(['klRunningAway 4'])
    expect(withMetrics((step) => ({ klToBase: 0.3 + 0.02 * step }))).toEqual([])
    expect(withMetrics((step) => ({ klToBase: step === 6 ? 4 : 0.2 }))).toEqual([])
  })
  it('tell when most answers are cut short', () => {
    expect(withMetrics({ truncatedShare: 0.8 })).toEqual(['cutShort 4'])
  })
})
