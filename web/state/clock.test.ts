import { describe, expect, it } from 'vitest'
import { runTimes } from '../../src/record/run-times.ts'
import type { StepTurns } from '../../src/record/step-turns.ts'
import { momentAt, momentBeside, momentsOf, timeOf } from './clock.ts'

const facts = { group: 0, player: 'policy', version: 2, tokens: 4, verdict: 'accepted', rewards: {}, action: '1' } as const
const turns: StepTurns = {
  ...{ step: 2, arm: 'policy', agents: ['X', 'O'], waits: [] },
  turns: [
    { ...facts, episode: 6, agent: 'X', wave: 0 },
    { ...facts, episode: 5, agent: 'X', wave: 0 },
    { ...facts, episode: 5, agent: 'O', wave: 0 },
    { ...facts, episode: 5, agent: 'O', wave: 1 },
  ],
}
const milliseconds = { rollout: 90, environment: 10, forwardBackward: 30, optimizer: 5, total: 150 }
const spans = {
  rollout: [0, 100],
  updating: [100, 140],
  waves: [
    [0, 10, 40],
    [1, 50, 90],
  ],
} as const
const times = runTimes(
  [1, 2].map((step) => ({ step, milliseconds, spans })),
  [],
)
const moments = momentsOf(turns)

const at = (episode: number | null, time: number, only = false) => momentAt(times, { 2: turns }, { episode, only }, time)

describe('the clock', () => {
  it('stands once in every wave of every episode, whoever acted in it', () => {
    expect(moments).toEqual([
      { episode: 5, turn: 0 },
      { episode: 5, turn: 1 },
      { episode: 6, turn: 0 },
    ])
  })

  it('goes through an episode, then to the next one, and says where a step ends', () => {
    const beside = (episode: number | null, turn: number | null, offset: 1 | -1) => momentBeside(moments, { episode, turn }, offset)
    expect(beside(null, null, 1)).toEqual({ episode: 5, turn: 0 })
    expect(beside(5, null, 1)).toEqual({ episode: 5, turn: 0 })
    expect(beside(5, 0, 1)).toEqual({ episode: 5, turn: 1 })
    expect(beside(5, 1, 1)).toEqual({ episode: 6, turn: 0 })
    expect(beside(6, 0, 1)).toBeNull()
    expect(beside(6, 0, -1)).toEqual({ episode: 5, turn: 1 })
    expect(beside(5, 0, -1)).toBeNull()
  })

  it('comes from a time to the turn that had begun in the chosen episode, and back', () => {
    expect(at(5, 150 + 49)).toEqual({ step: 2, moment: { episode: 5, turn: 0 } })
    expect(at(5, 150 + 50)).toEqual({ step: 2, moment: { episode: 5, turn: 1 } })
    expect(at(null, 150 + 149)).toEqual({ step: 2, moment: { episode: 5, turn: 1 } })
    expect(at(5, 3)).toEqual({ step: 1, moment: null })
    expect(timeOf(times, { 2: turns }, 2, { episode: 5, turn: 1 })).toBe(200)
    expect(timeOf(times, { 2: turns }, 2, { episode: 5, turn: null })).toBe(150)
  })

  it('keeps to an episode while it is played, and goes on with the others when it is over', () => {
    expect(at(6, 150 + 20)).toEqual({ step: 2, moment: { episode: 6, turn: 0 } })
    expect(at(6, 150 + 60)).toEqual({ step: 2, moment: { episode: 5, turn: 1 } })
    expect(at(6, 150 + 60, true)).toEqual({ step: 2, moment: { episode: 6, turn: 0 } })
    expect(at(9, 150 + 20, true)).toEqual({ step: 2, moment: { episode: 5, turn: 0 } })
  })

  it('never goes back while the time goes on', () => {
    const seen = Array.from({ length: 150 }, (_, time) => at(6, 150 + time)?.moment?.turn ?? -1)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(new Set(seen)).toEqual(new Set([0, 1]))
  })
})
