import { describe, expect, it } from 'vitest'
import { emptyDraft, fieldsOf, fieldText, readDraft, SETTING_GROUPS } from './draft.ts'

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
})
