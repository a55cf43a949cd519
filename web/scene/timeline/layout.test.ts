import { describe, expect, it } from 'vitest'
import { type LaidStep, type LaidTurn, layTimeline, type TimelineData, turnKey, whatIsAt } from './layout.ts'

const turn = (episode: number, agent: string, wave: number): LaidTurn => ({
  ...{ episode, agent, wave, player: 'policy', version: 1, tokens: 3, verdict: 'accepted', action: '1', rewards: {} },
})
const step: LaidStep = {
  ...{ step: 4, from: 100, to: 200, rollout: [100, 160], updating: [165, 195] },
  waves: [
    [0, 105, 120],
    [1, 125, 150],
  ],
  turnSpans: [
    [105, 120],
    [105, 120],
    [125, 150],
  ],
  waitTimes: [105],
  turns: [turn(8, 'X', 0), turn(9, 'X', 0), turn(8, 'O', 1)],
  waits: [{ episode: 8, wave: 0, kind: 'turn', waiting: ['O'], for: ['X'], since: 0, until: 1 }],
}
const data: TimelineData = {
  length: 200,
  agents: ['X', 'O'],
  steps: [step],
  evaluations: [{ step: 0, from: 0, to: 100 }],
  episode: null,
  failed: new Set([turnKey(4, 8, 1, 'O')]),
}

describe('the layout of a timeline', () => {
  it('has a lane for phases, engine, environments and every agent, none over another', () => {
    const { lanes, height } = layTimeline(data)
    expect(lanes.map(({ name }) => name)).toEqual(['phases', 'engine', 'environment', 'X', 'O'])
    for (const [index, lane] of lanes.entries()) expect(lane.top + lane.height).toBeLessThanOrEqual(lanes[index + 1]?.top ?? height)
  })

  it('draws every turn once, in the lane of its agent, the row of its episode and the time of its wave', () => {
    const turns = layTimeline(data).blocks.filter(({ kind }) => kind === 'turn')
    expect(turns.map(({ lane, row, from, to, turn: of }) => [of?.episode, of?.agent, lane, row, from, to])).toEqual([
      [8, 'X', 3, 0, 105, 120],
      [9, 'X', 3, 1, 105, 120],
      [8, 'O', 4, 0, 125, 150],
    ])
  })

  it('has the engine at work while anybody is waited for, where waves of several episodes overlap', () => {
    const turnSpans = [
      [101, 110],
      [105, 112],
      [120, 130],
    ] as const
    const { blocks } = layTimeline({ ...data, steps: [{ ...step, waves: [], turnSpans, overlapping: true }] })
    expect(blocks.filter(({ kind }) => kind === 'sampling').map(({ from, to }) => [from, to])).toEqual([
      [101, 112],
      [120, 130],
    ])
    expect(blocks.filter(({ kind }) => kind === 'turn').map(({ from }) => from)).toEqual([101, 105, 120])
  })

  it('puts pinned lanes first and keeps them together; without a pin every lane stands as it comes', () => {
    const { lanes, pinnedHeight, blocks } = layTimeline(data, { pinned: ['a-O', 'engine', 'a-gone'], folded: [] })
    expect(lanes.map(({ name, pinned }) => [name, pinned])).toEqual([
      ['O', true],
      ['engine', true],
      ['phases', false],
      ['environment', false],
      ['X', false],
    ])
    expect(pinnedHeight).toBe(lanes[2]?.top)
    expect(layTimeline(data).pinnedHeight).toBe(0)
    for (const block of blocks) if (block.turn !== undefined) expect(lanes[block.lane]?.name).toBe(block.turn.agent)
  })

  it('folds a kind away without losing what is drawn behind it, and agents into one lane with a row each', () => {
    const folded = layTimeline(data, { pinned: [], folded: ['phases', 'agents'] })
    expect(folded.lanes.map(({ name, rows }) => [name, rows])).toEqual([
      ['engine', 1],
      ['environment', 1],
      ['agents', 2],
    ])
    const turns = folded.blocks.filter(({ kind }) => kind === 'turn')
    expect(turns.map(({ lane, row, agent }) => [lane, row, agent])).toEqual([
      [2, 0, 0],
      [2, 0, 0],
      [2, 1, 1],
    ])
    expect(folded.blocks.filter(({ kind }) => kind === 'rollout' || kind === 'evaluating')).toEqual([])
    expect(folded.blocks.filter(({ kind }) => kind === 'updating').map(({ lane }) => lane)).toEqual([-1])
    expect(folded.barriers[0]?.lanes).toEqual([2])
    expect(folded.height).toBeLessThan(layTimeline(data).height)
  })

  it('fills engine and environment with what lies between questions and answers', () => {
    const spans = (kind: string) =>
      layTimeline(data)
        .blocks.filter((block) => block.kind === kind)
        .map(({ from, to }) => [from, to])
    expect(spans('sampling')).toEqual([
      [105, 120],
      [125, 150],
    ])
    expect(spans('stepping')).toEqual([
      [120, 125],
      [150, 160],
    ])
    expect([spans('rollout'), spans('updating'), spans('evaluating')]).toEqual([[[100, 160]], [[165, 195]], [[0, 100]]])
  })

  it('joins those who waited with those they waited for, at the time of the question', () => {
    expect(layTimeline(data).barriers).toMatchObject([{ at: 105, lanes: [3, 4] }])
  })

  it('marks the turn at which a check failed, and no other', () => {
    expect(layTimeline(data).blocks.filter(({ failed }) => failed === true)).toMatchObject([{ turn: { agent: 'O', wave: 1 } }])
  })

  it('shows one episode alone when asked', () => {
    const { blocks, barriers } = layTimeline({ ...data, episode: 9 })
    expect(blocks.filter(({ kind }) => kind === 'turn')).toHaveLength(1)
    expect(barriers).toEqual([])
  })

  it('finds the turn or the barrier under a point', () => {
    const layout = layTimeline(data)
    const [x] = layout.lanes.filter(({ name }) => name === 'X')
    if (x === undefined) throw new Error('no lane')
    expect(whatIsAt(layout, 112, x.top + x.height * 0.75, 1)).toMatchObject({ turn: { episode: 9 } })
    expect(whatIsAt(layout, 105.5, x.top + 1, 1)).toMatchObject({ wait: { kind: 'turn' } })
    expect(whatIsAt(layout, 198, x.top + 1, 1)).toBeNull()
  })
})
