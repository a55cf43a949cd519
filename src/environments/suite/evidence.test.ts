import { describe, expect, it } from 'vitest'
import type { EnvironmentDefinition } from '../contract.ts'
import { countingGame } from '../testing/counting.ts'
import { checkEnvironment } from './check-environment.ts'
import { firstDifference } from './told-turn.ts'

describe('the evidence of a finding', () => {
  it('ends with the action in whose step something threw', () => {
    const definition: EnvironmentDefinition = countingGame()
    let steps = 0
    const failing: EnvironmentDefinition = {
      ...definition,
      step(state, actions, rng) {
        if (++steps === 2) throw new Error('the second move')
        return definition.step(state, actions, rng)
      },
    }
    const failed = checkEnvironment(failing).checks.find(({ message }) => message === 'the second move')
    expect(failed).toMatchObject({ verdict: 'error', seed: 1 })
    expect(failed?.actions).toHaveLength(2)
  })

  it('of a demonstration that is not legal names it as written, where it stands, what was read and what might have been done', () => {
    const definition: EnvironmentDefinition = countingGame()
    // Legal at first, and no longer after the first move.
    const wrong: EnvironmentDefinition = { ...definition, demonstrate: (state) => (Reflect.get(Object(state), 'moves') === 0 ? 1 : 7) }
    const found = checkEnvironment(wrong).checks.find(({ name }) => name === 'demonstrations are legal')
    expect(found?.message).toMatch(
      /^the demonstrated action "7" of counter is not legal in turn 2, where counter reads ".+"; legal there: "0", "1", "2", "3", "4", "5" and 3 more\. /,
    )
    expect(found).toMatchObject({ verdict: 'invalid', seed: 1 })
    // One turn was played, and the second is the one in question.
    expect(found?.actions).toHaveLength(1)
  })

  it('of two values that should be one names the first place where they differ', () => {
    expect(firstDifference({ a: 1, b: { c: [1, 2] } }, { a: 1, b: { c: [1, 3] } })).toBe('b.c.1 is 2 and 3')
    expect(firstDifference({ a: 1 }, { a: 1 })).toBeNull()
    expect(firstDifference({}, { left: true })).toBe('left is nothing and true')
  })
})
