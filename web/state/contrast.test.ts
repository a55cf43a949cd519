import { describe, expect, it } from 'vitest'
import type { DrawnScene } from '../../src/environments/scene.ts'
import type { TurnRecord } from '../../src/record/step-turns.ts'
import { type ContrastPlayed, type ContrastSide, contrastMoments, contrastTimeline, findingsOf, sceneAt, WAVE } from './contrast.ts'

const turn = (agent: string, wave: number): TurnRecord => ({
  ...{ agent, wave, episode: 4, group: 4, player: 'chance', version: 0, tokens: 2, verdict: 'accepted', action: '"a"', rewards: {} },
})
const scene = (caption: string): DrawnScene => ({
  ...{ kind: 'grid', rows: 1, columns: 1, ground: 'cells', columnNames: ['a'], rowNames: ['1'], pieces: [], last: [], line: [], points: [], caption },
})
const side = (turns: readonly TurnRecord[], violations: ContrastSide['violations'] = []): ContrastSide => ({
  turns: { step: 1, arm: 'policy', agents: ['X', 'O'], turns, waits: [] },
  scenes: { 4: ['start', ...turns.map(({ agent, wave }) => `${agent}${wave}`)].map(scene) },
  checksHeld: 10,
  violations,
})
const broken = { check: 'turn order', name: 'double_move', episode: 4, turn: 2, agent: 'X', expected: 'O', found: 'X', sentence: 'X acted twice.' }
const played: ContrastPlayed = {
  ...{ title: 'A game', showed: [4] },
  sound: side([turn('X', 0), turn('O', 1)]),
  faulty: side([turn('X', 0), turn('O', 1), turn('X', 2), turn('X', 3)], [broken]),
}

describe('two coordinators on one measure', () => {
  it('have the length of the longer one, so that the same turn stands at the same place', () => {
    const [sound, faulty] = [contrastTimeline(played, 'sound', 4), contrastTimeline(played, 'faulty', 4)]
    expect([sound.length, faulty.length]).toEqual([4 * WAVE, 4 * WAVE])
    expect(sound.steps[0]?.turnSpans).toEqual(faulty.steps[0]?.turnSpans.slice(0, 2))
  })

  it('mark the turn at which the rule was broken, on the faulty side alone', () => {
    expect([...contrastTimeline(played, 'faulty', 4).failed]).toEqual(['1/4/2/X'])
    expect([...contrastTimeline(played, 'sound', 4).failed]).toEqual([])
    expect(findingsOf(played.faulty, 4)).toMatchObject([{ turn: { episode: 4, turn: 2 } }])
  })

  it('are gone through wave by wave, on whichever side one was played, with the board of each', () => {
    expect(contrastMoments(played, 4).map(({ turn: wave }) => wave)).toEqual([0, 1, 2, 3])
    expect([null, 0, 3].map((wave) => sceneAt(played.faulty, 4, wave)).map((one) => (one?.kind === 'grid' ? one.caption : ''))).toEqual(['start', 'X0', 'X3'])
    expect(sceneAt(played.sound, 4, 3)).toMatchObject({ caption: 'O1' })
  })
})
