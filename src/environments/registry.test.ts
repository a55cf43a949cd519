import { describe, expect, it } from 'vitest'
import { BUILT_IN_ENVIRONMENTS, findEnvironment } from './registry.ts'
import { checkEnvironment } from './suite/check-environment.ts'

describe('the built-in environments', () => {
  it('have ids of their own, by which they are found', () => {
    const ids = BUILT_IN_ENVIRONMENTS.map(({ spec }) => spec.id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const definition of BUILT_IN_ENVIRONMENTS) expect(findEnvironment(definition.spec.id)).toEqual({ ok: true, value: definition })
  })

  for (const definition of BUILT_IN_ENVIRONMENTS) {
    it(`keep the contract with their default settings: ${definition.spec.id}`, () => {
      const report = checkEnvironment(definition, { plays: 4, firstSeed: 100 })
      expect(report.checks.filter((check) => check.verdict !== 'valid')).toEqual([])
    })
  }
})
