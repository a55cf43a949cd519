import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../base/json.ts'
import { unwrap } from '../base/result.ts'
import { PRESETS } from './presets.ts'
import { specDifferences, withSettings } from './spec-diff.ts'
import { SPEC_FIELDS } from './spec-fields.ts'
import { flattenSpec, parseRunSpec, presetSpec, specComplaint, toJson } from './spec-schema.ts'

const refusal = (json: Json) => {
  const parsed = parseRunSpec(json)
  return parsed.ok ? 'accepted' : [parsed.error.code, parsed.error.at]
}

describe('the table of fields', () => {
  it('has defaults within their own ranges, titles and help', () => {
    for (const field of SPEC_FIELDS) {
      expect([field.path, specComplaint(field, field.default)]).toEqual([field.path, null])
      expect(field.title.length * field.help.length).toBeGreaterThan(0)
    }
  })

  it('covers every field of a spec exactly', () => {
    const spec = presetSpec('arithmetic')
    expect(spec.ok && [...flattenSpec(toJson(spec.value)).keys()].sort()).toEqual(SPEC_FIELDS.map((field) => field.path).sort())
  })
})

describe('parseRunSpec', () => {
  it('fills in the preset', () => {
    const parsed = parseRunSpec({ preset: 'arithmetic-sft', seed: 7 })
    expect(parsed.ok && parsed.value).toMatchObject({
      kind: 'supervised',
      seed: 7,
      objective: { loss: 'cross_entropy' },
      rollout: { groups: 64, groupSize: 1 },
    })
  })

  it.each(PRESETS)('reads preset $name back from its own JSON, unchanged', ({ name }) => {
    const spec = presetSpec(name)
    expect(spec.ok && parseRunSpec(JSON.parse(JSON.stringify(spec.value)))).toEqual(spec)
  })

  it.each<[Json, string, string]>([
    [{ learningRate: 1 }, 'SPEC_INVALID', 'learningRate'],
    [{ rollout: { group: 3 } }, 'SPEC_INVALID', 'rollout.group'],
    [{ rollout: 3 }, 'SPEC_INVALID', 'rollout'],
    [{ seed: -1 }, 'SPEC_INVALID', 'seed'],
    [{ seed: 1.5 }, 'SPEC_INVALID', 'seed'],
    [{ steps: 0 }, 'SPEC_INVALID', 'steps'],
    [{ adapter: { rank: 8, targets: [] } }, 'SPEC_INVALID', 'adapter.targets'],
    [{ adapter: { targets: ['lm_head'] } }, 'SPEC_INVALID', 'adapter.targets'],
    [{ controls: ['random', 'random'] }, 'SPEC_INVALID', 'controls'],
    [{ base: '../secret' }, 'SPEC_INVALID', 'base'],
    [{ objective: { loss: 'dppo' } }, 'SPEC_INVALID', 'objective.loss'],
    [{ rollout: { refresh: 'interrupt' } }, 'SPEC_INVALID', 'rollout.refresh'],
    [{ rollout: { deadline: -1 } }, 'SPEC_INVALID', 'rollout.deadline'],
    [{ rollout: { pace: 'racing' } }, 'SPEC_INVALID', 'rollout.pace'],
    [{ preset: 'arithmetic-sft', rollout: { deadline: 50 } }, 'SPEC_INVALID', 'rollout.deadline'],
    [{ rollout: { pace: 'asynchronous' }, environment: { source: 'a'.repeat(64) } }, 'SPEC_INVALID', 'rollout.pace'],
    [{ controls: ['swapped'] }, 'SPEC_INVALID', 'controls'],
    [{ agents: { learners: ['a', 'a'] } }, 'SPEC_INVALID', 'agents.learners'],
    [{ agents: { learners: ['a b'] } }, 'SPEC_INVALID', 'agents.learners'],
    [{ objective: { loss: 'cross_entropy' } }, 'SPEC_INVALID', 'objective.loss'],
    [{ preset: 'arithmetic-sft', objective: { loss: 'ppo' } }, 'SPEC_INVALID', 'objective.loss'],
    [{ rollout: { groupSize: 1 } }, 'SPEC_INVALID', 'rollout.groupSize'],
    [{ rollout: { groups: 2 }, objective: { minibatches: 3 } }, 'SPEC_INVALID', 'objective.minibatches'],
    [{ rollout: { maxTokensPerTurn: 100 } }, 'SPEC_INVALID', 'rollout.maxTokensPerEpisode'],
    [{ environment: { config: 3 } }, 'SPEC_INVALID', 'environment.config'],
    [{ preset: 'chess' }, 'PRESET_UNKNOWN', 'preset'],
    [{ 'rollout.groups': 3 }, 'SPEC_INVALID', 'rollout.groups'],
    [{ seed: 2 ** 53 }, 'SPEC_INVALID', 'seed'],
    [{ version: 2 }, 'RECORD_VERSION', 'version'],
    [null, 'SPEC_INVALID', 'spec'],
  ])('refuses %j with %s at %s', (json, code, at) => {
    expect(refusal(json)).toEqual([code, at])
  })

  it('answers a value that is deep or long in one short sentence', () => {
    let deep: Json = 0
    for (let depth = 0; depth < 100_000; depth++) deep = { a: deep }
    for (const json of [{ seed: deep }, { controls: [deep] }, { version: deep }, { base: 'x'.repeat(100_000) }, { ['y'.repeat(100_000)]: 1 }] as Json[]) {
      const parsed = parseRunSpec(json)
      expect(parsed.ok ? 0 : parsed.error.message.length).toBeGreaterThan(0)
      expect(parsed.ok ? 0 : parsed.error.message.length).toBeLessThan(300)
    }
  })

  it('is not fooled by names of the prototype', () => {
    expect(refusal(JSON.parse('{"__proto__": {"seed": 1}}'))).toEqual(['SPEC_INVALID', '__proto__'])
    expect(refusal({ constructor: 1 })).toEqual(['SPEC_INVALID', 'constructor'])
  })

  it('never throws, and what it accepts it accepts again unchanged', () => {
    const field = fc.constantFrom(...SPEC_FIELDS.map(({ path }) => path))
    fc.assert(
      fc.property(fc.dictionary(field, fc.jsonValue()), (values) => {
        const parsed = parseRunSpec(withSettings(unwrap(presetSpec('arithmetic')), values as Readonly<Record<string, Json>>))
        if (parsed.ok) expect(parseRunSpec(toJson(parsed.value))).toEqual(parsed)
      }),
    )
    fc.assert(fc.property(fc.jsonValue(), (json) => void parseRunSpec(json as Json)))
  })
})

describe('the difference to the preset', () => {
  it('is empty for presets and names what was changed', () => {
    for (const { name } of PRESETS) {
      const spec = presetSpec(name)
      expect(spec.ok && specDifferences(spec.value)).toEqual([])
    }
    const parsed = parseRunSpec({ seed: 3, rollout: { groups: 16 } })
    expect(parsed.ok && specDifferences(parsed.value).map(({ path, preset, value }) => [path, preset, value])).toEqual([
      ['seed', 1, 3],
      ['rollout.groups', 32, 16],
    ])
  })
})
