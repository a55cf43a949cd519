import { describe, expect, it } from 'vitest'
import { formatAddress, parseAddress } from './address.ts'
import { fieldsOfLanes, laneOfAgent, withFold, withPin } from './lanes.ts'

const AS_THEY_COME = { pinned: [], folded: [] }

describe('the arrangement of lanes', () => {
  it('is pinned and folded by the same press that takes it back', () => {
    const pinned = withPin(withPin(AS_THEY_COME, 'engine'), laneOfAgent('X'))
    expect(pinned.pinned).toEqual(['engine', 'a-X'])
    expect(withPin(withPin(pinned, 'engine'), 'a-X')).toEqual(AS_THEY_COME)
    const folded = withFold(withFold(AS_THEY_COME, 'agents'), 'phases')
    expect(folded.folded).toEqual(['phases', 'agents'])
    expect(withFold(withFold(folded, 'agents'), 'phases')).toEqual(AS_THEY_COME)
  })

  it('goes through the address, and what cannot be read is left out', () => {
    const { pin = [], fold = [] } = fieldsOfLanes({ pinned: ['engine', 'a-red'], folded: ['agents'] })
    expect(parseAddress(formatAddress({ run: 'r', pin, fold }))).toEqual({ run: 'r', pin: ['engine', 'a-red'], fold: ['agents'] })
    expect(parseAddress('#pin=a%20b..a-X.a-X&fold=roof')).toEqual({ pin: ['a-X'] })
    expect(fieldsOfLanes(AS_THEY_COME)).toEqual({ pin: undefined, fold: undefined })
  })
})
