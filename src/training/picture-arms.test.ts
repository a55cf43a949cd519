// The controls of runs with pictures: what each arm is shown, and where they may stand.

import { expect, it } from 'vitest'
import { unwrap } from '../base/result.ts'
import { BUILT_IN_ENVIRONMENTS, findEnvironment } from '../environments/registry.ts'
import { showsPictures } from '../record/picture-environments.ts'
import type { RunArm, RunSetting } from './setting.ts'
import { settingOf, updates } from './setting.ts'

const arm = (name: RunArm['name']): RunArm => ({ name, learners: [], spent: new Map() })

it('the record knows which environments show pictures', () => {
  expect(BUILT_IN_ENVIRONMENTS.filter(({ pictures }) => pictures !== undefined).map(({ spec }) => spec.id)).toEqual(
    BUILT_IN_ENVIRONMENTS.map(({ spec }) => spec.id).filter(showsPictures),
  )
})

it('two controls are shown other pictures and learn all the same', () => {
  const environment = unwrap(findEnvironment('geometry-v1'))
  const setting = { environment } as RunSetting
  for (const name of ['policy', 'random', 'shuffled', 'frozen'] as const) expect(settingOf(setting, arm(name))).toBe(setting)
  for (const name of ['blank', 'shuffled-pictures'] as const) {
    expect(settingOf(setting, arm(name)).environment.pictures).not.toBe(environment.pictures)
    expect(updates(arm(name))).toBe(true)
  }
})
