import { describe, expect, it } from 'vitest'
import type { RunEvent, StepSpans } from '../../../src/record/events.ts'
import type { StepTurns } from '../../../src/record/step-turns.ts'
import { layTimeline } from '../../scene/timeline/layout.ts'
import { emptyRunView, reduceRun } from '../../state/run-view.ts'
import { sampleRun } from '../../state/testing/sample-run.ts'
import { failedChecks, hasTurnsToStep, timelineOf, timesOf } from '../../state/timeline.ts'

const facts = { group: 0, player: 'policy', version: 2, tokens: 4, verdict: 'accepted', rewards: {}, action: '1' } as const
const turns: StepTurns = {
  step: 1,
  arm: 'policy',
  agents: ['X', 'O'],
  turns: [
    { ...facts, episode: 5, agent: 'X', wave: 0 },
    { ...facts, episode: 6, agent: 'X', wave: 0 },
    { ...facts, episode: 5, agent: 'O', wave: 1 },
  ],
  waits: [],
}
const milliseconds: StepSpans = {
  rollout: [0, 900],
  updating: [910, 1700],
  waves: [
    [0, 10, 400],
    [1, 420, 880],
  ],
}
const violation = { check: 'turnOrder', name: 'Turn order', episode: 5, turn: 1, agent: 'O', expected: 'X', found: 'O', sentence: 'O moved out of turn.' }

function viewed() {
  const { events } = sampleRun({ run: 'r', steps: 2 })
  const view = events.reduce(reduceRun, emptyRunView('r'))
  const more: RunEvent[] = [
    { kind: 'turns', run: 'r', seq: view.lastSeq + 1, ref: { step: 1, arm: 'policy', turns: 3, waits: 0, bytes: 1, hash: '' }, milliseconds },
    { kind: 'audited', run: 'r', seq: view.lastSeq + 2, step: 1, audit: { episodes: 2, checksHeld: 9, held: {}, violationCount: 1, violations: [violation] } },
  ]
  return more.reduce(reduceRun, view)
}

describe('the data of a timeline', () => {
  it('hold every step of the log, and turns where they are read', () => {
    const data = timelineOf(timesOf(viewed(), 'policy'), { turns: { 1: turns } }, [], null)
    expect(data.steps.map(({ step, turns: read }) => [step, read?.length ?? null])).toEqual([
      [1, 3],
      [2, null],
    ])
    const [first] = data.steps
    expect(first?.turnSpans[2]).toEqual([(first?.from ?? 0) + 420, (first?.from ?? 0) + 880])
    expect(data.length).toBe(data.evaluations.at(-1)?.to)
  })

  it('put a failed check at the turn that had been reached, where the drawing marks it', () => {
    const run = viewed()
    const checks = failedChecks(run, { 1: turns })
    expect(checks).toMatchObject([{ step: 1, turn: { episode: 5, wave: 1, agent: 'O' } }])
    const { blocks } = layTimeline(timelineOf(timesOf(run, 'policy'), { turns: { 1: turns } }, checks, null))
    expect(blocks.filter(({ failed }) => failed === true)).toMatchObject([{ step: 1, turn: { episode: 5, wave: 1 } }])
  })

  it('have something to step through where an episode has a second turn', () => {
    const run = viewed()
    const group = { group: 0, prompt: '', rewardMean: 0, dropped: false }
    const sequence = { agent: 'X', start: 0, end: 1, reward: 0, advantage: 0, stop: 'completed' } as const
    const step = (sequences: number, number = 1) => ({
      arm: 'policy' as const,
      step: number,
      groups: [{ ...group, sequences: Array.from({ length: sequences }, (_, episode) => ({ ...sequence, episode })) }],
    })
    expect(hasTurnsToStep(run, step(2))).toBe(true)
    expect(hasTurnsToStep(run, step(3))).toBe(false)
    // The turns of the newest step come after its tokens.
    expect(hasTurnsToStep(run, step(2, 2))).toBe(true)
    expect(hasTurnsToStep(run, step(2, 0))).toBe(false)
  })
})
