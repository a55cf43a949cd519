import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { progressOf } from './progress.ts'
import { armOf, emptyRunView, leftOpen, reduceRun, replayRun, statesOf } from './run-view.ts'
import { rewardChart, smooth, validationChart } from './series.ts'
import { sampleRun } from './testing/sample-run.ts'
import { checksOf, gainOf } from './verdicts.ts'

const { events } = sampleRun({ run: 'r', steps: 20, groups: 4, controls: ['shuffled', 'frozen'] })

describe('a run as a function of its log', () => {
  it('is the same however the log was cut into batches, and whatever came twice', () => {
    const whole = replayRun('r', events)
    fc.assert(
      fc.property(fc.array(fc.nat({ max: events.length }), { maxLength: 8 }), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), events.length]
        let view = emptyRunView('r')
        for (let index = 1; index < places.length; index++) {
          // Every batch begins a little before the last one ended.
          const batch = events.slice(Math.max(0, (places[index - 1] ?? 0) - 2), places[index])
          view = batch.reduce(reduceRun, view)
        }
        expect(view).toEqual(whole)
      }),
      { numRuns: 30 },
    )
  })

  it('ignores events of other runs', () => {
    const view = replayRun('r', events)
    expect(reduceRun(view, { kind: 'paused', step: 3, run: 'other', seq: 10_000 })).toBe(view)
  })

  it('says that a log without an end was interrupted', () => {
    const cut = sampleRun({ run: 'r', steps: 5, groups: 2, unfinished: true })
    expect(replayRun('r', cut.events).status).toBe('interrupted')
    expect(replayRun('r', events).status).toBe('finished')
  })

  it('ends as played where a game was kept, for it was neither stopped nor interrupted', () => {
    const log = events.slice(0, 1).concat({ kind: 'played', run: 'r', seq: 1 })
    expect(replayRun('r', log).status).toBe('played')
  })

  it('keeps what went wrong', () => {
    const error = { code: 'WORKER_DEAD', message: 'It fell.', nextStep: 'Start again.' } as const
    const view = [events[0], { kind: 'failed', error, run: 'r', seq: 1 } as const].reduce(
      (sum, event) => (event === undefined ? sum : reduceRun(sum, event)),
      emptyRunView('r'),
    )
    expect([view.status, view.error]).toEqual(['failed', error])
  })

  it('remembers the counts of past steps', () => {
    const view = replayRun('r', events)
    expect(statesOf(view, 'policy', 3)?.counts.TERMINATED).toBe(32)
    expect(statesOf(view, 'policy', 999)).toBeNull()
    expect(statesOf(view, 'policy', null)?.step).toBe(20)
  })

  it('tells episodes that the end of a run left open from those that are under way', () => {
    const open = { arm: 'policy', step: 3, counts: { PENDING: 0, GENERATING: 32, INTERACTING: 0, TERMINATED: 0 }, stops: {} } as const
    const ended = { ...open, counts: { ...open.counts, GENERATING: 0, TERMINATED: 32 } }
    const view = replayRun('r', events)
    expect([leftOpen(view, open), leftOpen(view, ended), leftOpen({ ...view, status: 'running' }, open)]).toEqual([true, false, false])
  })
})

describe('progress', () => {
  it('knows the time left after three steps, from the log alone', () => {
    const { events: open } = sampleRun({ run: 'r', steps: 20, groups: 2, unfinished: true })
    const upTo = (steps: number) => {
      let view = emptyRunView('r')
      for (const event of open) {
        view = reduceRun(view, event)
        if (armOf(view, 'policy').steps.length === steps) break
      }
      return progressOf(view)
    }
    expect(upTo(2)).toEqual({ done: 2, total: 20, millisecondsLeft: null })
    const { done, millisecondsLeft } = upTo(10)
    expect(done).toBe(10)
    // Ten steps of about 1.83 s, and evaluations of 1.8 s.
    expect(millisecondsLeft).toBeGreaterThan(17_000)
    expect(millisecondsLeft).toBeLessThan(30_000)
    expect(progressOf(replayRun('r', events)).millisecondsLeft).toBeNull()
  })
})

describe('lines', () => {
  it('hold the base as a level and every control that ran', () => {
    const { steps, lines } = validationChart(replayRun('r', events))
    expect(steps).toEqual([0, 10, 20])
    expect(lines.map((line) => line.label)).toEqual(['Sampled', 'Greedy', 'Base', 'Shuffled', 'Frozen'])
    expect(lines[2]?.values).toEqual([lines[0]?.values[0], lines[0]?.values[0], lines[0]?.values[0]])
    expect(lines[0]?.errors?.[0]).toBeGreaterThan(0)
  })

  it('show raw values behind smoothed ones', () => {
    const { lines, steps } = rewardChart(replayRun('r', events))
    expect(steps.length).toBe(20)
    expect(lines.map((line) => line.style)).toEqual(['raw', 'policy', 'shuffled'])
  })

  it('are smoothed without a false start', () => {
    expect(smooth([2, 2, 2])).toEqual([2, 2, 2])
    expect(smooth([4, 0])[0]).toBe(4)
  })
})

describe('verdicts', () => {
  it('state the gain with its interval, once there are two evaluations', () => {
    const gain = gainOf(replayRun('r', events))
    expect(gain?.difference).toBeGreaterThan(0.4)
    expect(gain?.halfWidth).toBeGreaterThan(0.03)
    expect(gainOf(emptyRunView('r'))).toBeNull()
  })

  it('sum the checks over the whole run', () => {
    expect(checksOf(replayRun('r', events))).toMatchObject({ logprobGap: 0, trainedTokens: 14_000, skippedUpdates: 0, groups: 640 })
    expect(checksOf(emptyRunView('r'))).toBeNull()
  })
})
