import { describe, expect, it } from 'vitest'
import { beatsOf } from './recording.ts'
import { replayRun } from './run-view.ts'
import { sampleRun } from './testing/sample-run.ts'

const { events } = sampleRun({ run: 'recorded', steps: 5, groups: 2, controls: ['shuffled'] })

describe('the beats of a recording', () => {
  it('leave nothing out and change no order', () => {
    expect(beatsOf(events).flat()).toEqual(events)
  })
  it('bring no more than one finished step of the policy at a time', () => {
    for (const beat of beatsOf(events)) expect(beat.filter((event) => event.kind === 'stepped' && event.arm === 'policy').length).toBeLessThanOrEqual(1)
    expect(beatsOf(events).length).toBeGreaterThanOrEqual(10)
  })
  it('end where the log ends', () => {
    expect(replayRun('recorded', beatsOf(events).flat()).status).toBe('finished')
    expect(beatsOf([])).toEqual([])
  })
})
