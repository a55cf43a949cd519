import { describe, expect, it } from 'vitest'
import { canonicalJson, isRecord, type Json } from '../base/json.ts'
import { unwrap } from '../base/result.ts'
import { PRESETS } from './presets.ts'
import type { RunSpec } from './spec.ts'
import { SPEC_FIELDS } from './spec-fields.ts'
import { identityOf } from './spec-identity.ts'
import { flattenSpec, parseRunSpec, toJson } from './spec-schema.ts'

const leaves = (identity: Json): string[] => (isRecord(identity) ? [...flattenSpec(identity).keys()] : [])

describe('the identity of a spec', () => {
  it('holds every early setting, and later ones only where they are not at their default', () => {
    const early = SPEC_FIELDS.filter(({ later }) => later !== true).map(({ path }) => path)
    expect(leaves(identityOf(unwrap(parseRunSpec({ preset: 'arithmetic' }))))).toEqual(early)
    const later = unwrap(parseRunSpec({ objective: { credit: 'discounted', gamma: 1 }, agents: { learners: ['a'] } }))
    expect(leaves(identityOf(later)).sort()).toEqual([...early, 'objective.credit', 'agents.learners'].sort())
  })

  it('of a spec that was recorded before a setting existed is that of the same spec today', () => {
    for (const { name } of PRESETS) {
      const spec = unwrap(parseRunSpec({ preset: name }))
      const flat = flattenSpec(toJson(spec))
      const used = SPEC_FIELDS.filter(({ path, later, default: value }) => later === true && canonicalJson(flat.get(path) ?? null) !== canonicalJson(value))
      if (used.length > 0) continue
      const { agents: _, ...old } = spec
      expect(canonicalJson(identityOf(old as RunSpec))).toBe(canonicalJson(identityOf(spec)))
    }
  })
})
