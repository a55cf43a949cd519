import { describe, expect, it } from 'vitest'
import type { LiveGame } from '../../src/record/live-game.ts'
import { nextOnView } from './live-game.ts'

const game = (step: number, waves: number, over = false): LiveGame => ({
  arm: 'policy',
  step,
  episode: 10 * step,
  turns: Array.from({ length: waves }, (_, wave) => ({
    ...{ episode: 10 * step, group: step, player: 'policy', tokens: 3, wave, agent: wave % 2 === 0 ? 'X' : 'O' },
    ...{ version: step, action: '"a1"', verdict: 'accepted' as const, rewards: {} },
  })),
  over,
})

describe('a game that is followed', () => {
  it('is shown turn by turn, however many have come meanwhile', () => {
    const games = [game(1, 4)]
    const seen: number[] = []
    for (let next = nextOnView(null, games); next !== null; next = nextOnView({ episode: next.game.episode, frame: next.frame }, games)) seen.push(next.frame)
    expect(seen).toEqual([1, 2, 3, 4])
  })

  it('is seen to its end before the newest one takes its place, and games between them are left out', () => {
    const games = [game(1, 3, true), game(2, 5, true), game(3, 2)]
    expect(nextOnView({ episode: 10, frame: 2 }, games)).toMatchObject({ game: { step: 1 }, frame: 3 })
    expect(nextOnView({ episode: 10, frame: 3 }, games)).toMatchObject({ game: { step: 3 }, frame: 1 })
  })

  it('waits where nothing more has been played, and goes on with the newest where it is not known any more', () => {
    expect(nextOnView({ episode: 10, frame: 3 }, [game(1, 3, true)])).toBeNull()
    expect(nextOnView({ episode: 10, frame: 1 }, [game(4, 2)])).toMatchObject({ game: { step: 4 }, frame: 1 })
    expect(nextOnView(null, [])).toBeNull()
  })
})
