import { describe, expect, it } from 'vitest'
import { slowdownOf } from './slowdown.ts'

const spent = (milliseconds: number, processorSeconds = milliseconds / 1000) => ({ milliseconds, processorSeconds })

describe('the slowdown of training by following', () => {
  it('is the median of the rounds, so that one that the machine disturbed does not decide', () => {
    const rounds = [
      { followed: spent(1050), apart: spent(1000) },
      { followed: spent(2100), apart: spent(2000) },
      { followed: spent(9000, 1.1), apart: spent(1000, 1) },
    ]
    expect(slowdownOf(rounds)).toEqual({ wall: 0.05, processor: 0.05, range: [0.05, 8] })
  })

  it('compares within a round, whatever the rounds differ in, and lies between the middle two of an even number', () => {
    const rounds = [
      { followed: spent(500), apart: spent(400) },
      { followed: spent(5250), apart: spent(5000) },
    ]
    expect(slowdownOf(rounds).wall).toBe(0.15)
    expect(slowdownOf([{ followed: spent(90), apart: spent(100) }]).wall).toBe(-0.1)
  })
})
