import { describe, expect, it } from 'vitest'
import { countingGame } from '../testing/counting.ts'
import { estimateDemonstrated } from './demonstrated.ts'
import { judgeDemonstrated } from './judge-learnability.ts'

describe('what demonstrations earn', () => {
  it('is the mean return of plays in which all do what is demonstrated', () => {
    const base = countingGame()
    const three = { ...base, demonstrate: () => 3 }
    expect(estimateDemonstrated(three, { rounds: 4 })).toEqual({ counter: 12 })
  })

  it('is not told where nothing is demonstrated, or what is not legal', () => {
    const { demonstrate: _, ...silent } = countingGame()
    expect(estimateDemonstrated(silent, { rounds: 4 })).toBeNull()
    expect(estimateDemonstrated({ ...countingGame(), demonstrate: () => 7 }, { rounds: 4 })).toBeNull()
  })

  it('stands beside random play, with a warning where it is no better', () => {
    expect(judgeDemonstrated({ a: 1 }, { meanReturn: { a: 0.25 } })).toBe('Mean return of demonstrated plays: 1.00 (random play: 0.25).')
    expect(judgeDemonstrated({ a: 0.2 }, { meanReturn: { a: 0.25 } })).toContain('no more than chance')
  })

  it('says where it cannot tell: what one wins another loses', () => {
    const words = judgeDemonstrated({ a: 0.1, b: -0.1 }, { meanReturn: { a: 0.3, b: -0.3 } })
    expect(words).toContain('a 0.10 (random play: 0.30), b -0.10 (random play: -0.30)')
    expect(words).toContain('however they play')
    expect(words).not.toContain('no more than chance')
  })
})
