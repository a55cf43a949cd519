import { expect, test } from 'vitest'
import { armsOf } from './arms.ts'

test('both engines run unless one is named, in either way', () => {
  expect(armsOf({})).toEqual(['wgsl', 'cpu'])
  expect(armsOf({ engine: 'auto' })).toEqual(['wgsl', 'cpu'])
  expect(armsOf({ engine: 'cpu' })).toEqual(['cpu'])
  expect(armsOf({ on: 'gpu' })).toEqual(['wgsl'])
  expect(armsOf({ on: 'cpu,gpu' })).toEqual(['cpu', 'wgsl'])
})

test.each([{ engine: 'gpu' }, { on: 'wgsl' }, { on: '' }, { engine: 'cpu', on: 'cpu' }])('%o is an argument error', (options) => {
  expect(() => armsOf(options)).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }))
})
