import { describe, expect, it } from 'vitest'
import { TABS } from './address.ts'
import { beatsOf, playsBeside } from './recording.ts'
import { replayRun } from './run-view.ts'
import { sampleRun } from './testing/sample-run.ts'

const { events } = sampleRun({ run: 'recorded', steps: 5, groups: 2, controls: ['shuffled'] })

it('a recording waits behind a lesson, a game or a source, and plays beside the views of its run', () => {
  expect(TABS.filter(playsBeside)).toEqual(['charts', 'tokens', 'timeline', 'settings'])
})

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
