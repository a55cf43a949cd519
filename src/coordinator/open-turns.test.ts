import { expect, test } from 'vitest'
import { createOpenTurns } from './open-turns.ts'
import type { PendingTurn } from './written-turn.ts'

const turn = (writer: string, place: string | null, text: string): PendingTurn => ({
  writer,
  place,
  granted: place !== null,
  stamp: { version: 0, snapshotHash: '' },
  text,
  tokens: 1,
})
const texts = (turns: readonly PendingTurn[]) => turns.map(({ text, place }) => `${place}: ${text}`)

test('what was written for this wave is played in the order in which it was written, once', () => {
  const open = createOpenTurns()
  open.add(turn('b', 'b', 'first'))
  open.add(turn('a', 'a', 'second'))
  expect(texts(open.due(['a', 'b']).turns)).toEqual(['b: first', 'a: second'])
  expect(texts(open.take(['a', 'b']).turns)).toEqual(['b: first', 'a: second'])
  expect(open.take(['a', 'b']).turns).toEqual([])
})

test('what was written early is kept until its writer is due, and then played in its place behind the others', () => {
  const open = createOpenTurns()
  open.add(turn('b', null, 'early'))
  open.add(turn('a', 'a', 'now'))
  expect(open.keeps('b')).toBe(true)
  expect(texts(open.take(['a']).turns)).toEqual(['a: now'])
  open.add(turn('a', 'a', 'then'))
  const { turns, early } = open.take(['a', 'b'])
  expect(texts(turns)).toEqual(['a: then', 'b: early'])
  expect(early).toEqual([turns[1]])
  expect(open.keeps('b')).toBe(false)
})

test('an agent that has written in its turn is not answered for by what it wrote early', () => {
  const open = createOpenTurns()
  open.add(turn('a', null, 'early'))
  open.add(turn('a', 'a', 'now'))
  expect(texts(open.take(['a']).turns)).toEqual(['a: now'])
  expect(texts(open.take(['a']).turns)).toEqual(['a: early'])
})
