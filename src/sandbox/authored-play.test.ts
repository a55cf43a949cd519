import { describe, expect, it } from 'vitest'
import { createRng } from '../base/random.ts'
import { recordPlay } from '../environments/suite/random-play.ts'
import { countingGame } from '../environments/testing/counting.ts'
import { tictactoe } from '../environments/tictactoe/tictactoe.ts'
import { playAuthored } from './authored-play.ts'

const counting = (options: Parameters<typeof countingGame>[0] = {}) => countingGame(options)

describe('a play as somebody at a table sees it', () => {
  it('shows who must act, what is legal, and what every turn earned', () => {
    const before = playAuthored(counting(), { seed: 3, turns: [] })
    expect(before.frames).toHaveLength(1)
    expect(before.seats).toMatchObject([{ agent: 'counter', legal: expect.arrayContaining(['4;']) }])
    const after = playAuthored(counting(), { seed: 3, turns: [{ texts: { counter: '4;' } }] })
    expect(after.frames[1]?.read).toEqual({ counter: before.seats[0]?.prompt })
    expect(after.frames[1]).toMatchObject({ texts: { counter: '4;' }, rewards: { counter: 4 }, verdicts: { counter: { kind: 'accepted' } } })
    expect(after.turns).toEqual([{ texts: { counter: '4;' } }])
  })

  it('plays on at random to the same end every time, and undoing is playing less', () => {
    const onward = { players: { X: 'random', O: 'random' }, turns: 100 } as const
    const whole = playAuthored(tictactoe, { seed: 5, turns: [], onward })
    expect(whole.seats).toEqual([])
    expect(whole.frames.at(-1)?.stop).toBe('completed')
    expect(playAuthored(tictactoe, { seed: 5, turns: [], onward })).toEqual(whole)
    const less = playAuthored(tictactoe, { seed: 5, turns: whole.turns.slice(0, 2) })
    expect(less.frames).toEqual(whole.frames.slice(0, 3))
  })

  it('stops where a person is awaited', () => {
    const play = playAuthored(tictactoe, { seed: 1, turns: [], onward: { players: { O: 'script' }, turns: 100 } })
    expect(play.seats.map(({ agent }) => agent)).toEqual(['X'])
    const [move = ''] = play.seats[0]?.legal ?? []
    const next = playAuthored(tictactoe, { seed: 1, turns: [{ texts: { X: move } }], onward: { players: { O: 'script' }, turns: 100 } })
    expect(next.frames).toHaveLength(3)
    expect(next.seats.map(({ agent }) => agent)).toEqual(['X'])
  })

  it('plays a finding of the contract suite as it was found, chance included', () => {
    const definition = counting({ agents: ['a', 'b'], simultaneous: true })
    const config = { rounds: 3 }
    const found = recordPlay(definition, 7, { config })
    const again = playAuthored(definition, { config, seed: 7, turns: found.moves.map(({ actions }) => ({ actions })) })
    expect(again.frames.map(({ state }) => state)).toEqual([found.first, ...found.moves.map(({ transition }) => transition.state)])
  })

  it('says of a text that cannot be read what it is, and ends where the rules say so', () => {
    const lost = playAuthored(counting(), { seed: 3, turns: [{ texts: { counter: 'x;' } }] })
    expect(lost.frames[1]).toMatchObject({ stop: 'parse_error', verdicts: { counter: { kind: 'parse_error' } } })
    expect(lost.seats).toEqual([])
  })

  it('draws what random players do from the seed alone', () => {
    const moves = (seed: number) => playAuthored(counting(), { seed, turns: [], onward: { players: { counter: 'random' }, turns: 9 } }).turns
    expect(moves(2)).toEqual(moves(2))
    const rng = createRng([1, 2])
    expect(new Set(Array.from({ length: 8 }, () => JSON.stringify(moves(rng.integer(1000))))).size).toBeGreaterThan(1)
  })
})
