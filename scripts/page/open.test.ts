import { expect, test } from 'vitest'
import { openerOf } from './open.ts'

test.each([
  ['linux', {}, undefined],
  ['linux', { DISPLAY: ':0' }, ['xdg-open']],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open']],
  ['linux', { DISPLAY: ':0', CI: 'true' }, undefined],
  ['darwin', {}, ['open']],
] as const)('%s with %o opens with %o', (platform, environment, expected) => {
  expect(openerOf(platform, environment)).toEqual(expected)
})
