import { describe, expect, it } from 'vitest'
import { type ChromeTrace, chromeTrace } from './chrome-trace.ts'
import { runTimes, waveSpans } from './run-times.ts'
import type { StepTurns } from './step-turns.ts'

const milliseconds = { rollout: 60, environment: 20, forwardBackward: 30, optimizer: 5, total: 130 }
const spans = {
  rollout: [0, 80],
  updating: [85, 120],
  waves: [
    [0, 10, 40],
    [1, 45, 75],
  ],
} as const
const times = runTimes(
  [
    { step: 1, milliseconds, spans },
    { step: 2, milliseconds, spans: null },
  ],
  [
    { step: 0, milliseconds: 200 },
    { step: 2, milliseconds: 100 },
  ],
)
const facts = { episode: 7, group: 3, player: 'policy', version: 2, tokens: 4, verdict: 'accepted', rewards: { X: 1 } } as const
const turns: StepTurns = {
  step: 1,
  arm: 'policy',
  agents: ['X', 'O'],
  turns: [
    { ...facts, agent: 'X', wave: 0, action: '"a1"' },
    { ...facts, agent: 'O', wave: 1, action: '"b2"', stop: 'completed' },
  ],
  waits: [{ episode: 7, group: 3, wave: 0, kind: 'turn', waiting: ['O'], for: ['X'], since: 0, until: 1 }],
}

describe('the times of a run', () => {
  it('stand one after the other on one axis, evaluations where they were made', () => {
    expect(times.steps.map(({ from, to }) => [from, to])).toEqual([
      [200, 330],
      [330, 460],
    ])
    expect(times.evaluations).toEqual([
      { step: 0, from: 0, to: 200 },
      { step: 2, from: 460, to: 560 },
    ])
    expect(times.length).toBe(560)
    expect(times.steps[1]?.updating).toEqual([410, 445])
  })

  it('give every wave its span, in equal parts where none was measured', () => {
    const [first, second] = times.steps
    if (first === undefined || second === undefined) throw new Error('two steps')
    expect(waveSpans(first, 2)).toEqual([
      [210, 240],
      [245, 275],
    ])
    expect(waveSpans(second, 2)).toEqual([
      [330, 370],
      [370, 410],
    ])
  })
})

describe('the Chrome trace', () => {
  it('holds, read back, the spans of the log and no others', () => {
    const read: ChromeTrace = JSON.parse(JSON.stringify(chromeTrace({ run: 'r', arm: 'policy', times, turns: [turns] })))
    const found = read.traceEvents.flatMap((event) => (event.ph === 'X' ? [[event.cat, event.name, event.ts / 1000, (event.ts + event.dur) / 1000]] : []))
    expect(found).toEqual([
      ['phase', 'evaluating', 0, 200],
      ['phase', 'evaluating', 460, 560],
      ['phase', 'rollout', 200, 280],
      ['phase', 'updating', 285, 320],
      ['engine', 'sampling', 210, 240],
      ['environment', 'stepping', 240, 245],
      ['engine', 'sampling', 245, 275],
      ['environment', 'stepping', 275, 280],
      ['phase', 'rollout', 330, 410],
      ['phase', 'updating', 410, 445],
      ['turn', '"a1"', 210, 240],
      ['turn', '"b2"', 245, 275],
    ])
  })

  it('gives every agent of an episode its thread, with what it did, and tells who waited for whom', () => {
    const { traceEvents } = chromeTrace({ run: 'r', arm: 'policy', times, turns: [turns] })
    expect(traceEvents.filter(({ ph }) => ph === 'M').map(({ pid, tid, args }) => [pid, tid, args])).toContainEqual([8, 2, { name: 'O' }])
    expect(traceEvents.find(({ ph, name }) => ph === 'X' && name === '"b2"')).toMatchObject({
      pid: 8,
      tid: 2,
      args: { version: 2, stop: 'completed', rewards: { X: 1 } },
    })
    expect(traceEvents.filter(({ ph }) => ph === 'i')).toMatchObject([{ name: 'waits for X', ts: 210_000, pid: 8, tid: 2 }])
  })
})
