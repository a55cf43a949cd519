import { describe, expect, it } from 'vitest'
import { pictureRowIds } from '../base/picture-rows.ts'
import { unwrap } from '../base/result.ts'
import { geometry } from '../environments/geometry/geometry.ts'
import { pictureOfState, startOf } from '../environments/geometry/task.ts'
import { bytesOfPicture } from '../environments/picture.ts'
import { parseRunSpec } from '../record/spec-schema.ts'
import { trainingPlans } from '../training/rollout.ts'
import { replayPictures } from './replay-pictures.ts'

const spec = (id: string) => unwrap(parseRunSpec({ environment: { id }, rollout: { groups: 3, groupSize: 4 } }))
const patch = { size: 8, channels: 1 } as const

describe('the pictures of a step', () => {
  it('are those that its groups were shown, each found by the hash that stands in the record', () => {
    const shown = replayPictures({ spec: spec('geometry-v1'), step: 2, patch })
    const starts = trainingPlans(spec('geometry-v1'), 2).filter((_, index) => index % 4 === 0)
    const expected = starts.map(({ start }) => pictureOfState(startOf(unwrap(geometry.parseConfig({})), 'train', start)))
    expect(shown.map(({ picture }) => picture)).toEqual(expected)
    for (const { row, picture } of shown) {
      const bytes = bytesOfPicture(picture)
      expect(bytes.ok && pictureRowIds({ ...picture, data: bytes.value }, 16)[0]).toBe(row)
    }
  })

  it('are none where nothing is shown', () => {
    expect(replayPictures({ spec: spec('arithmetic-v1'), step: 1, patch })).toEqual([])
  })
})
