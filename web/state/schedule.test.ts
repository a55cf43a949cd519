import { expect, test } from 'vitest'
import { type Batch, joinSchedule, lanesOf, runOfClient, type Work } from './schedule.ts'

const member = (client: string, adapter: string | null) => ({ client, adapter, version: null, snapshot: null, tokens: 5 })
const batch = (number: number, kind: Work, start: number, members: Batch['members']): Batch => ({ number, kind, start, milliseconds: 100, members })

test('every adapter has a lane, and a batch of several joins theirs', () => {
  const batches = [batch(1, 'sample', 8000, [member('r1/1', 'a'), member('r2/1', 'b')]), batch(2, 'optimStep', 9000, [member('r1/1', 'a')])]
  const { lanes, joins, drawn, shared } = lanesOf({ batches, now: 10_000 }, 4000)
  expect(lanes.map(({ client, adapter, blocks }) => [client, adapter, blocks.length])).toEqual([
    ['r1/1', 'a', 2],
    ['r2/1', 'b', 1],
  ])
  expect(joins).toEqual([{ at: 0.5, lanes: [0, 1], kind: 'sample' }])
  expect([drawn, shared]).toEqual([2, 1])
})

test('what is older than the window and bookkeeping are left out', () => {
  const batches = [batch(1, 'sample', 0, [member('r1/1', 'a')]), batch(2, 'manage', 9900, [member('r1/1', 'a')])]
  expect(lanesOf({ batches, now: 10_000 }, 4000)).toMatchObject({ lanes: [], drawn: 0 })
})

test('reports are joined, and an engine that began anew draws nothing of the old one', () => {
  const clients = [] as const
  const first = { now: 20_000, clients, batches: [batch(1, 'sample', 19_000, [])] }
  expect(joinSchedule(first, { now: 21_000, clients, batches: [batch(2, 'sample', 20_500, [])] }).batches).toHaveLength(2)
  expect(joinSchedule(first, { now: 500, clients, batches: [] }).batches).toEqual([])
  expect(runOfClient('r12/3')).toBe('r12')
})
