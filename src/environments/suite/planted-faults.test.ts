import { describe, expect, it } from 'vitest'
import { countingGame } from '../testing/counting.ts'
import { PLANTED_FAULTS } from '../testing/planted-faults.ts'
import { checkEnvironment } from './check-environment.ts'

describe('the contract suite finds an environment that', () => {
  for (const { fault, check, says, definition, plays = 30 } of PLANTED_FAULTS) {
    it(fault, () => {
      const found = checkEnvironment(definition, { plays }).checks.filter(({ verdict }) => verdict !== 'valid')
      expect(found.find(({ name }) => name === check)?.message ?? `only ${found.map(({ name }) => name).join(', ')}`).toContain(says)
    })
  }

  it('is planted for every check, and finds nothing in the sound game', () => {
    const sound = checkEnvironment(countingGame())
    expect(sound.checks.filter(({ verdict }) => verdict !== 'valid')).toEqual([])
    expect(sound.checks.map(({ name }) => name).filter((name) => !PLANTED_FAULTS.some(({ check }) => check === name))).toEqual([])
    expect(PLANTED_FAULTS.length).toBeGreaterThanOrEqual(25)
  })
})
