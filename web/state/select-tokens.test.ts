import { expect, it } from 'vitest'
import { emptyRunView, type RunView } from './run-view.ts'
import { stepKey, tokensAbsent } from './select-tokens.ts'

const ref = (step: number): RunView['tokens'][number] => ({ arm: 'policy', step, hash: '', bytes: 1, episodes: 1, tokens: 1 })
const run: RunView = { ...emptyRunView('r1'), tokens: [ref(1), ref(2)] }
const asked = { run, selection: { arm: 'policy', step: null }, tokenProblem: null, tokensGone: null } as const

it('tells tokens that will come, that are being read and that were not kept apart', () => {
  expect(tokensAbsent({ ...asked, run: null })).toBe('toCome')
  expect(tokensAbsent({ ...asked, run: emptyRunView('r1') })).toBe('toCome')
  expect(tokensAbsent(asked)).toBe('reading')
  expect(tokensAbsent({ ...asked, tokensGone: stepKey('r1', 'policy', 2) })).toBe('gone')
})

it('forgets what was not kept as soon as another step, arm or run is asked for', () => {
  const tokensGone = stepKey('r1', 'policy', 2)
  expect(tokensAbsent({ ...asked, tokensGone, selection: { arm: 'policy', step: 1 } })).toBe('reading')
  expect(tokensAbsent({ ...asked, tokensGone, run: { ...run, id: 'r2' } })).toBe('reading')
  expect(tokensAbsent({ ...asked, tokensGone, selection: { arm: 'random', step: 2 } })).toBe('reading')
  expect(tokensAbsent({ ...asked, selection: { arm: 'random', step: null } })).toBe('gone')
  expect(tokensAbsent({ ...asked, tokenProblem: {} })).toBe('gone')
})
