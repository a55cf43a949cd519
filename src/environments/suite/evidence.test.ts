import { describe, expect, it } from 'vitest'
import type { EnvironmentDefinition } from '../contract.ts'
import { countingGame } from '../testing/counting.ts'
import { checkEnvironment } from './check-environment.ts'

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
})
