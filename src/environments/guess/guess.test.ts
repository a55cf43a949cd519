import { describe, expect, it } from 'vitest'
import { createRng } from '../../base/random.ts'
import { checkEnvironment } from '../suite/check-environment.ts'
import { guessLine, guessOf } from './corpus.ts'
import { type GuessState, guess, halvingBound } from './guess.ts'

function shareFound(config: { greatest: number; guesses: number }, choose: (state: GuessState, item: number) => number, games: number): number {
  let share = 0
  for (let game = 0; game < games; game++) {
    // Every secret once, so that the share is exact.
    let state: GuessState = { secret: 1 + (game % config.greatest), ...config, reply: 'range', said: [] }
    while (guess.turn(state).length > 0) {
      const transition = guess.step(state, { guesser: choose(state, game) }, createRng([1, 2], game))
      state = transition.state
      if (guess.turn(state).length === 0) share += (transition.metrics?.['share'] ?? 0) / games
    }
  }
  return share
}

describe('guess-v1', () => {
  it('keeps the contract, with replies of either kind', () => {
    for (const reply of ['range', 'word']) {
      const report = checkEnvironment(guess, { plays: 20, config: { reply, greatest: 9 } })
      expect(report.checks.filter((check) => check.verdict !== 'valid')).toEqual([])
    }
  })

  it('tells what is left, or low from high, and nothing else', () => {
    const told = (said: readonly number[]) => guess.prompt(guess.observe({ secret: 40, greatest: 63, guesses: 6, reply: 'range', said }, 'guesser'), 'guesser')
    expect([told([]), told([32]), told([32, 48]), told([48, 20, 60])]).toEqual(['\nguess 1-63:', '33-63:', '33-47:', '21-47:'])
    const start: GuessState = { secret: 40, greatest: 63, guesses: 6, reply: 'word', said: [] }
    expect(guess.prompt(guess.observe(start, 'guesser'), 'guesser')).toBe('\nguess 1-63:')
    expect(guess.prompt(guess.observe({ ...start, said: [32] }, 'guesser'), 'guesser')).toBe('low:')
    expect(guess.prompt(guess.observe({ ...start, said: [32, 48] }, 'guesser'), 'guesser')).toBe('high:')
    expect(guess.step({ ...start, said: [32, 48] }, { guesser: 40 }, createRng([1, 1]))).toMatchObject({
      rewards: { guesser: 1 },
      terminated: { guesser: true },
    })
  })

  it('has halving at its bound exactly, and nothing above it', () => {
    for (const config of [
      { greatest: 63, guesses: 6 },
      { greatest: 63, guesses: 4 },
      { greatest: 100, guesses: 5 },
      { greatest: 15, guesses: 3 },
    ]) {
      expect(shareFound(config, (state) => guess.demonstrate?.(state, 'guesser') ?? 0, config.greatest)).toBeCloseTo(1, 10)
      const anyone = shareFound(
        config,
        (state, item) => guessOf(state, { halving: 0, forgetful: 0 }, createRng([3, state.said.length], item)),
        20 * config.greatest,
      )
      expect(anyone).toBeLessThan(1)
      expect(anyone).toBeGreaterThan(0)
    }
    expect(halvingBound(63, 6)).toBe(1)
    expect(halvingBound(100, 5)).toBe(0.31)
  })
})

describe('the text of guessing', () => {
  it('is the transcript of a whole game', () => {
    const rng = createRng([4, 5])
    for (let i = 0; i < 200; i++) expect(guessLine(rng, 0.4)).toMatch(/^\nguess 1-\d+:\d+\n((low|high|\d+-\d+):\d+\n){0,6}$/)
  })
})
