import { describe, expect, it } from 'vitest'
import { labelsOf, machinesOf } from './labels.ts'
import { type LaidStep, type LaidTurn, type Layout, layTimeline } from './layout.ts'
import { chosenMarks, cursorMarks, layoutMarks, type Marks, seenMarks } from './marks.ts'

/** So late that one float alone would round it to a quarter of a second. */
const LATE = 3_000_000_000
const turn = (episode: number, agent: string, wave: number, verdict: LaidTurn['verdict'] = 'accepted'): LaidTurn => ({
  ...{ episode, agent, wave, player: 'policy', version: 1, tokens: 3, verdict, action: `"${agent}${wave}"`, rewards: {} },
})

function laid(episodes: number): Layout {
  const numbers = Array.from({ length: episodes }, (_, index) => index)
  const step: LaidStep = {
    ...{ step: 1, from: LATE, to: LATE + 100, rollout: [LATE, LATE + 60], updating: [LATE + 60, LATE + 100] },
    waves: [
      [0, LATE, LATE + 20],
      [1, LATE + 25, LATE + 50],
    ],
    turnSpans: numbers.flatMap(() => [[LATE, LATE + 20] as const, [LATE + 25, LATE + 50] as const]),
    waitTimes: numbers.map(() => LATE),
    turns: numbers.flatMap((episode) => [turn(episode, 'X', 0), turn(episode, 'O', 1)]),
    waits: numbers.map((episode) => ({ episode, wave: 0, kind: 'turn', waiting: ['O'], for: ['X'], since: 0, until: 1 })),
  }
  return layTimeline({ length: LATE + 100, agents: ['X', 'O'], steps: [step], evaluations: [], episode: null, failed: new Set() })
}

/** By rectangle, from its first corner. */
const read = ({ count, spans, places }: Marks) =>
  Array.from({ length: count }, (_, index) => {
    const at = 16 * index
    const sum = (part: number): number => (spans[at + part] ?? 0) + (spans[at + part + 1] ?? 0)
    return { from: sum(0), to: sum(2), top: places[at] ?? 0, height: places[at + 1] ?? 0 }
  })

describe('what is drawn', () => {
  it('keeps times to a hundredth of a millisecond, however late they are', () => {
    for (const { from, to } of read(layoutMarks(laid(1)).turns)) {
      expect([LATE, LATE + 25].some((time) => Math.abs(time - from) < 0.01)).toBe(true)
      expect([LATE + 20, LATE + 50].some((time) => Math.abs(time - to) < 0.01)).toBe(true)
    }
  })

  it('has a rectangle for every turn while rows can be told apart', () => {
    const { turns, fineTurns } = layoutMarks(laid(20))
    expect([turns.count, fineTurns.count]).toEqual([0, 40])
  })

  it('lets turns of one wave grow together where their rows touch, and covers the same ground', () => {
    const layout = laid(200)
    const marks = layoutMarks(layout).fineTurns
    expect(marks.count).toBe(2)
    const [x, o] = layout.lanes.filter(({ kind }) => kind === 'agent')
    for (const [index, lane] of [x, o].entries()) {
      const found = read(marks)[index]
      expect(found?.top).toBeCloseTo(lane?.top ?? Number.NaN, 3)
      // No row is drawn lower than a pixel, the last one neither.
      expect(Math.abs((found?.height ?? 0) - (lane?.height ?? 0))).toBeLessThan(1)
    }
  })

  it('draws barriers of several episodes at one time once', () => {
    expect(layoutMarks(laid(20)).barriers.count).toBe(1)
  })

  it('draws of each kind only what a window may show', () => {
    const { turns } = layoutMarks(laid(1))
    expect(seenMarks(turns, { from: LATE, to: LATE + 100 })).toEqual([0, 2])
    expect(seenMarks(turns, { from: LATE + 21, to: LATE + 24 })).toEqual([1, 1])
    expect(seenMarks(turns, { from: LATE + 30, to: LATE + 31 })).toEqual([1, 2])
  })

  it('marks the chosen turn of everybody who acted in it, and the time of the clock', () => {
    const layout = laid(2)
    expect(chosenMarks(layout, { step: 1, episode: 1, wave: 1 }).count).toBe(1)
    expect(chosenMarks(layout, null).count).toBe(0)
    expect(read(cursorMarks(layout, LATE + 5))).toMatchObject([{ top: 0, height: layout.height }])
  })
})

describe('words on the drawing', () => {
  const frame = { width: 1000, height: 400, top: 0, pinned: 0, pixelRatio: 1 }
  it('name phases, then the action of a turn, then close enough its tokens', () => {
    const layout = laid(1)
    const words = (from: number, to: number) =>
      labelsOf(layout, machinesOf(layout), { ...frame, window: { from, to } }, () => ['a', 'b', 'c']).map(({ text }) => text)
    expect(words(LATE, LATE + 100)).toEqual(['rollout 1', 'sampling', 'sampling', 'update 1', 'a', 'b', 'c', 'a', 'b', 'c'])
    expect(words(LATE - 500, LATE + 100)).toContain('X0')
    expect(words(LATE, LATE + 6)).toEqual(['rollout 1', 'sampling', 'a'])
    expect(words(0, LATE)).toEqual([])
  })

  it('leave out what stands in rows too low to be read', () => {
    const layout = laid(40)
    const found = labelsOf(layout, machinesOf(layout), { ...frame, window: { from: LATE, to: LATE + 100 } }, () => null)
    expect(found.every(({ kind }) => kind === 'onFull' || kind === 'onPale')).toBe(true)
  })
})
