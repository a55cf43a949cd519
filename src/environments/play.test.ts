import { describe, expect, it } from 'vitest'
import { createRng } from '../base/random.ts'
import type { EnvironmentDefinition } from './contract.ts'
import { createAecFace } from './faces/aec-face.ts'
import { createGymFace } from './faces/gym-face.ts'
import { createPlay } from './play.ts'
import { countingGame } from './testing/counting.ts'

const play = (definition: EnvironmentDefinition, rounds = 3) =>
  createPlay(definition, { config: { rounds }, split: 'train', start: createRng([1, 1]), chance: createRng([1, 2]) })

describe('a play', () => {
  it('runs to its end and pays what was earned', () => {
    const game = play(countingGame())
    expect(game.prompt('counter')).toBe('0>')
    expect(game.submit({ counter: '4;' }).rewards).toEqual({ counter: 4 })
    expect(game.prompt('counter')).toBe('4>')
    game.submit({ counter: '5;' })
    expect(game.submit({ counter: '1;' })).toMatchObject({ stop: 'completed', left: ['counter'] })
    expect(game.waiting()).toEqual([])
  })

  it('tells a text that does not parse from an action that is not legal', () => {
    expect(play(countingGame()).submit({ counter: 'x;' })).toMatchObject({ stop: 'parse_error', rewards: { counter: -1 } })
    expect(play(countingGame()).submit({ counter: '7;' })).toMatchObject({ stop: 'illegal_action', rewards: { counter: -1 } })
  })

  it('allows as many retries as the policy says, counted anew after a legal action', () => {
    const game = play(countingGame({ illegalAction: { kind: 'retry', times: 1, reward: -0.5 } }))
    expect(game.submit({ counter: '7;' })).toMatchObject({ rewards: { counter: -0.5 } })
    expect(game.stop()).toBeUndefined()
    game.submit({ counter: '1;' })
    expect(game.submit({ counter: '7;' }).stop).toBeUndefined()
    expect(game.submit({ counter: '7;' }).stop).toBe('illegal_action')
  })

  it('goes on after a penalty, until the turns run out', () => {
    const game = play(countingGame({ illegalAction: { kind: 'penalty', reward: -1 }, maxTurns: 3 }))
    game.submit({ counter: '7;' })
    game.submit({ counter: '1;' })
    expect(game.submit({ counter: '7;' })).toMatchObject({ stop: 'truncated_turns', rewards: { counter: -1 } })
  })

  it('waits for everybody when moves are simultaneous', () => {
    const game = play(countingGame({ agents: ['a', 'b'], simultaneous: true }))
    expect(game.waiting()).toEqual(['a', 'b'])
    expect(game.submit({ a: '1;' }).rewards).toEqual({})
    expect(game.waiting()).toEqual(['b'])
    expect(game.submit({ b: '2;' }).rewards).toEqual({ a: 1, b: 2 })
  })

  it('ends with environment_error when the rules throw, and keeps their message', () => {
    const broken = {
      ...countingGame(),
      step: () => {
        throw new Error('rules broke')
      },
    }
    expect(play(broken).submit({ counter: '1;' })).toMatchObject({ stop: 'environment_error', fault: 'rules broke', rewards: {} })
  })

  it('refuses an agent out of turn', () => {
    const game = play(countingGame({ agents: ['a', 'b'] }))
    expect(game.submit({ b: '1;' }).stop).toBe('environment_error')
  })
})

describe('the Gym face', () => {
  it('repeats an episode for a seed and continues the stream without one', () => {
    const face = createGymFace(countingGame(), { rounds: 2 })
    const first = face.reset({ seed: 3 })
    const second = face.reset()
    expect(face.reset({ seed: 3 })).toEqual(first)
    expect(face.reset()).toEqual(second)
    expect(face.step(4)).toMatchObject({ reward: 4, terminated: false, truncated: false })
    expect(face.step(4)).toMatchObject({ terminated: true, truncated: false })
    face.close()
    face.close()
    expect(() => face.step(1)).toThrow()
  })

  it('tells truncation from termination', () => {
    const face = createGymFace(countingGame({ maxTurns: 1 }), { rounds: 2 })
    face.reset({ seed: 1 })
    expect(face.step(1)).toMatchObject({ terminated: false, truncated: true })
  })
})

describe('the AEC face', () => {
  it('collects rewards since the own last turn and lets the done act once with null', () => {
    const face = createAecFace(countingGame({ agents: ['a', 'b'] }), { rounds: 3 })
    face.reset(1)
    const seen: [string, number, boolean][] = []
    while (face.agents().length > 0) {
      const last = face.last()
      seen.push([face.agentSelection(), last.reward, last.terminated])
      face.step(last.terminated || last.truncated ? null : 2)
    }
    expect(seen).toEqual([
      ['a', 0, false],
      ['b', 0, false],
      ['a', 2, false],
      ['a', 2, true],
      ['b', 2, true],
    ])
  })
})
