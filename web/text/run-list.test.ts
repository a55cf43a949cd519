import { expect, it } from 'vitest'
import { savedRun } from '../state/testing/saved-run.ts'
import { differenceWords, statusWords, stepsWords } from './run-list.ts'

it('says of a game that was kept that it was played, and counts no steps of training', () => {
  const game = { ...savedRun('g'), status: 'played', stepsDone: 0 }
  expect([statusWords(game, false), stepsWords(game)]).toEqual(['played', 'a game'])
  expect(stepsWords({ ...game, status: 'stopped' })).toBe('0 of 80 steps')
})

it('says of a hash how it begins, and of what is not there that there is none', () => {
  const hash = '0123456789ab'.padEnd(64, 'c')
  expect(differenceWords({ title: 'Source', preset: '', value: hash })).toBe('Source: 0123456789ab… instead of none')
  expect(differenceWords({ title: 'Reloads', preset: [], value: [{ after: 3, source: hash }] })).toBe('Reloads: after 3, source 0123456789ab… instead of none')
})
