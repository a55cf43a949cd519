import { expect, test } from 'vitest'
import { LINK_VERSION } from './link.ts'
import { MIGRATIONS, migrateBody } from './migrations.ts'

test('there is a migration for every version but the present one', () => {
  expect(MIGRATIONS).toHaveLength(LINK_VERSION - 1)
})

test('a body goes through every version between its own and the target, in order', () => {
  const steps = [1, 2, 3].map((from) => (_: string, body: unknown) => [...(body as string[]), `${from}→${from + 1}`])
  expect(migrateBody(1, 'run', [], steps, 4)).toEqual(['1→2', '2→3', '3→4'])
  expect(migrateBody(3, 'run', [], steps, 4)).toEqual(['3→4'])
  expect(migrateBody(4, 'run', [], steps, 4)).toEqual([])
})
