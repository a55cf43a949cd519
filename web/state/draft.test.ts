import { describe, expect, it } from 'vitest'
import { unwrap } from '../../src/base/result.ts'
import { PRESETS } from '../../src/record/presets.ts'
import { SPEC_FIELDS } from '../../src/record/spec-fields.ts'
import { parseRunSpec } from '../../src/record/spec-schema.ts'
import { draftDiffers, draftOf, emptyDraft, fieldsOf, fieldText, readDraft, SETTING_GROUPS } from './draft.ts'

describe('the draft of a spec', () => {
  it('is a valid spec from the start', () => {
    const { spec, errors } = readDraft(emptyDraft())
    expect(errors).toEqual({})
    expect(spec?.preset).toBe('arithmetic')
  })

  it('takes what was written and leaves the rest to the preset', () => {
    const { spec } = readDraft({ ...emptyDraft('arithmetic'), texts: { seed: '7', 'rollout.groups': ' 16 ', 'objective.loss': 'cispo' }, controls: ['frozen'] })
    expect([spec?.seed, spec?.rollout.groups, spec?.rollout.groupSize, spec?.objective.loss, spec?.controls]).toEqual([7, 16, 8, 'cispo', ['frozen']])
  })

  it('says beside each field what is wrong with it, all at once', () => {
    const { spec, errors } = readDraft({ ...emptyDraft(), texts: { seed: '-1', steps: 'many', 'rollout.temperature': '' } })
    expect(spec).toBeNull()
    expect(Object.keys(errors).sort()).toEqual(['rollout.temperature', 'seed', 'steps'])
    for (const [path, error] of Object.entries(errors)) expect([error.code, error.at]).toEqual(['SPEC_INVALID', path])
  })

  it('puts an error between fields at the field that it names', () => {
    const { errors } = readDraft({ ...emptyDraft(), texts: { 'objective.minibatches': '40' } })
    expect(errors['objective.minibatches']?.code).toBe('SPEC_INVALID')
  })

  it('refuses a preset that does not exist', () => {
    expect(readDraft(emptyDraft('nothing')).errors['preset']?.code).toBe('PRESET_UNKNOWN')
  })

  it('offers every group of settings with its preset values', () => {
    for (const group of SETTING_GROUPS) expect(fieldsOf(group).length).toBeGreaterThan(0)
    expect(fieldText(emptyDraft('arithmetic-sft'), 'rollout.groupSize')).toBe('1')
  })

  it('has a field for every setting but those that stand elsewhere on the page', () => {
    const offered = new Set(SETTING_GROUPS.flatMap((group) => fieldsOf(group).map(({ path }) => path)))
    const elsewhere = SPEC_FIELDS.filter(({ path }) => !offered.has(path)).map(({ path }) => path)
    expect(elsewhere).toEqual(['version', 'preset', 'seed', 'steps', 'controls'])
  })

  it('writes every setting of every preset as text that means the same', () => {
    for (const { name } of PRESETS) {
      const draft = emptyDraft(name)
      const texts = Object.fromEntries(SPEC_FIELDS.flatMap(({ path }) => (path === 'controls' ? [] : [[path, fieldText(draft, path)] as const])))
      expect(readDraft({ ...draft, texts })).toEqual(readDraft(draft))
    }
  })

  it('reads lists with commas, and settings of an environment as JSON', () => {
    const written = { 'agents.learners': ' red,  blue ,', 'agents.adapters': 'separate', 'environment.config': '{"agents": 3}' }
    const { spec } = readDraft({ ...emptyDraft('harvest-3'), texts: written })
    expect([spec?.agents.learners, spec?.environment.config]).toEqual([['red', 'blue'], { agents: 3 }])
    const { errors } = readDraft({ ...emptyDraft(), texts: { 'environment.config': '{"agents":', 'adapter.targets': '', base: 'No Such!' } })
    expect(Object.keys(errors).sort()).toEqual(['adapter.targets', 'base', 'environment.config'])
  })

  it('is made of any spec, and is that spec again', () => {
    const spec = unwrap(
      parseRunSpec({ preset: 'arithmetic-sft', seed: 5, steps: 7, adapter: { rank: 4, targets: ['q_proj', 'down_proj'] }, controls: ['random'] }),
    )
    const draft = draftOf(spec)
    expect(readDraft(draft)).toEqual({ spec, errors: {} })
    expect(draftDiffers(draft, spec)).toEqual([])
    expect(draftDiffers(emptyDraft('arithmetic-sft'), spec)).toEqual(['Seed', 'Steps', 'LoRA rank', 'LoRA targets', 'Controls'])
    expect(draftDiffers({ ...draft, texts: { steps: '0' } }, spec)).toBeNull()
  })
})
