import { expect, it } from 'vitest'
import { brokenLines } from './broken-lines.ts'

it('says a finding once, with how many promises it breaks and the first play that shows it', () => {
  const lines = brokenLines([
    { name: 'spec', verdict: 'valid', message: 'complete' },
    { name: 'agents and turns', verdict: 'error', message: 'prompt() threw at line 3' },
    { name: 'rewards', verdict: 'error', message: 'prompt() threw at line 3', seed: 4, actions: [{ agent: 'N' }] },
    { name: 'replay', verdict: 'error', message: 'other' },
  ])
  expect(lines).toEqual([
    'error   agents and turns (and 1 more): prompt() threw at line 3',
    '        shown by seed 4, after the actions [{"agent":"N"}]',
    'error   replay: other',
  ])
})

it('says of what shows at once that it is the start of a play', () => {
  expect(brokenLines([{ name: 'agents and turns', verdict: 'invalid', message: 'nobody plays', seed: 1, actions: [] }])[1]).toBe(
    '        shown by seed 1, at its start',
  )
})
