import { describe, expect, it } from 'vitest'
import { createRng } from '../base/random.ts'
import { unwrap } from '../base/result.ts'
import type { EnvironmentDefinition } from './contract.ts'
import { bytesOfPicture } from './picture.ts'
import { type PictureControl, withPictureControl } from './picture-controls.ts'
import { createPlay } from './play.ts'
import { findEnvironment } from './registry.ts'
import { checkEnvironment } from './suite/check-environment.ts'

const open = (definition: EnvironmentDefinition, item: number) =>
  createPlay(definition, { config: unwrap(definition.parseConfig({})), split: 'train', start: createRng([4, 2], item), chance: createRng([4, 3], item) })

describe.each(['geometry-v1', 'geometry-tries-v1'])('%s without its pictures', (id) => {
  const definition = unwrap(findEnvironment(id))

  it.each(['blank', 'shuffled-pictures'] as const)('asks, answers and pays as ever: %s', (control) => {
    const controlled = withPictureControl(definition, control)
    for (let item = 0; item < 20; item++) {
      const [plain, other] = [open(definition, item), open(controlled, item)]
      for (const text of ['1\n', '80\n']) {
        if (plain.waiting().length === 0) break
        const [agent = ''] = plain.waiting()
        expect(other.prompt(agent)).toBe(plain.prompt(agent))
        expect(other.submit({ [agent]: text })).toEqual(plain.submit({ [agent]: text }))
      }
    }
  })

  it('shows nothing when blank, and another problem of the part when shuffled', () => {
    const shownBy = (control: PictureControl | null, item: number) => {
      const play = open(control === null ? definition : withPictureControl(definition, control), item)
      const [agent = ''] = play.waiting()
      return play.shown(agent).pictures.map((picture) => {
        const bytes = bytesOfPicture(picture)
        return bytes.ok ? bytes.value : expect.fail(bytes.error)
      })
    }
    for (let item = 0; item < 20; item++) {
      expect(new Set(shownBy('blank', item).flatMap((bytes) => [...bytes]))).toEqual(new Set([0]))
      expect(shownBy('shuffled-pictures', item)).toHaveLength(shownBy(null, item).length)
      expect(shownBy('shuffled-pictures', item)).not.toEqual(shownBy(null, item))
      // Siblings of a group start alike, and see alike.
      expect(shownBy('shuffled-pictures', item)).toEqual(shownBy('shuffled-pictures', item))
    }
  })

  it('hands no hook a state or an observation of its own making', () => {
    const shuffled = withPictureControl(definition, 'shuffled-pictures')
    const same = Object.entries(shuffled).flatMap(([name, hook]) => (typeof hook === 'function' && hook === Reflect.get(definition, name) ? [name] : []))
    expect(same.filter((name) => !['parseConfig', 'illegalAction', 'format'].includes(name))).toEqual([])
    const [plain, other] = [open(definition, 3), open(shuffled, 3)]
    expect(shuffled.metricsAtStart?.(other.state())).toEqual(definition.metricsAtStart?.(plain.state()))
  })

  it.each(['blank', 'shuffled-pictures'] as const)('keeps the contract: %s', (control) => {
    const { checks } = checkEnvironment(withPictureControl(definition, control), { plays: 2 })
    expect(checks.filter(({ verdict }) => verdict !== 'valid')).toEqual([])
  })
})

it('leaves environments without pictures as they are', () => {
  const arithmetic = unwrap(findEnvironment('arithmetic-v1'))
  expect(withPictureControl(arithmetic, 'blank')).toBe(arithmetic)
})
