import { describe, expect, it } from 'vitest'
import { buildActionTrie } from '../../src/episode/action-trie.ts'
import type { AuthoredFrame, AuthoredSeat } from '../../src/sandbox/authored-play.ts'
import { allowedIn, isWhole, stateAfter } from './author-mask.ts'
import { type AuthorPlay, frameOf, NO_PLAY, returnsOf, seatsNow, turnOf, wholeText } from './author-play.ts'

const frame = (rewards: AuthoredFrame['rewards']): AuthoredFrame => ({
  ...{ read: {}, texts: {}, verdicts: {}, rewards, info: {}, metrics: {}, state: null, live: ['X', 'O'], scene: null, stop: null, fault: null },
})
const seat = (agent: string, master: string | null = null): AuthoredSeat => ({
  ...{ agent, prompt: '', pictures: [], observation: null, legal: ['a\n'], master, random: `${agent} random\n` },
})
const play: AuthorPlay = {
  ...NO_PLAY,
  text: '',
  answer: { frames: [frame({}), frame({ X: 1 }), frame({ X: -2, O: 3 })], turns: [], seats: [seat('X'), seat('O', 'best\n')] },
}

describe('a play as the page holds it', () => {
  it('looks at any frame, and asks who is to move only at the newest', () => {
    expect(frameOf(play)?.place).toBe(2)
    expect(seatsNow(play)).toHaveLength(2)
    expect(frameOf({ ...play, at: 1 })?.place).toBe(1)
    expect(seatsNow({ ...play, at: 1 })).toEqual([])
    expect(frameOf(NO_PLAY)).toBeNull()
  })

  it('lets everybody write who plays by himself, and waits for people', () => {
    const seats = seatsNow(play)
    expect(turnOf(play, seats, { X: 'a\n' })).toBeNull()
    expect(turnOf({ ...play, players: { O: 'script' } }, seats, { X: 'a\n' })).toEqual({ texts: { X: 'a\n', O: 'best\n' } })
    // Where nobody knows what a master would do, chance plays.
    expect(turnOf({ ...play, players: { X: 'script', O: 'random' } }, seats, {})).toEqual({ texts: { X: 'X random\n', O: 'O random\n' } })
  })

  it('sums what every agent earned', () => {
    expect(returnsOf(play.answer?.frames ?? [])).toEqual({ X: -1, O: 3 })
    expect([wholeText('a', '\n'), wholeText('a\n', '\n')]).toEqual(['a\n', 'a\n'])
  })
})

describe('the action mask as one walks over it', () => {
  const trie = buildActionTrie([Uint32Array.of(5, 6, 1), Uint32Array.of(5, 7, 1), Uint32Array.of(8, 1)])

  it('allows what begins a legal action, until one is whole', () => {
    expect([...allowedIn(trie, 0).keys()].sort()).toEqual([5, 8])
    const after = stateAfter(trie, [5]) ?? 0
    expect([...allowedIn(trie, after).keys()].sort()).toEqual([6, 7])
    expect(isWhole(trie, after)).toBe(false)
    expect(isWhole(trie, stateAfter(trie, [5, 7, 1]) ?? 0)).toBe(true)
    expect(stateAfter(trie, [6])).toBeNull()
  })
})
