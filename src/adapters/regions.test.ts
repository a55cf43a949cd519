import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRegions } from './regions.ts'

test('no two ranges that are out overlap, all lie inside, and what is given back can be had in one piece', () => {
  const actions = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('take' as const), length: fc.integer({ min: 1, max: 12 }) }),
      fc.record({ kind: fc.constant('give' as const), index: fc.nat(20) }),
      fc.record({ kind: fc.constant('grow' as const), length: fc.integer({ min: 1, max: 20 }) }),
    ),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(actions, (list) => {
      const regions = createRegions(16)
      const out: { readonly start: number; readonly length: number }[] = []
      for (const action of list) {
        if (action.kind === 'grow') regions.grow(action.length)
        else if (action.kind === 'give') {
          const [range] = out.splice(action.index, 1)
          if (range !== undefined) regions.give(range.start, range.length)
        } else {
          const start = regions.take(action.length)
          if (start < 0) continue
          for (const other of out) expect(start + action.length <= other.start || other.start + other.length <= start).toBe(true)
          expect(start + action.length).toBeLessThanOrEqual(regions.capacity)
          out.push({ start, length: action.length })
        }
      }
      for (const { start, length } of out) regions.give(start, length)
      expect(regions.take(regions.capacity)).toBe(0)
    }),
  )
})

test('a range that no gap holds is refused', () => {
  const regions = createRegions(8)
  expect([regions.take(4), regions.take(4), regions.take(1)]).toEqual([0, 4, -1])
  regions.give(0, 4)
  expect([regions.take(5), regions.take(4)]).toEqual([-1, 0])
})
