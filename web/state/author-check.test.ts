import { describe, expect, it } from 'vitest'
import type { CheckVerdict } from '../../src/environments/suite/verdict.ts'
import { type CheckedSource, findingsOf, lineIn, markOfLine, marksOfCheck, turnsOfEvidence } from './author-check.ts'

const text = 'one\n  two()\nthree'
const checks: readonly CheckVerdict[] = [
  { name: 'a', verdict: 'valid', message: 'fine' },
  { name: 'b', verdict: 'error', message: 'step() threw at line 2: Error: no' },
  { name: 'c', verdict: 'error', message: 'step() threw at line 2: Error: no', seed: 4, actions: [{ agent: 'x' }] },
  { name: 'd', verdict: 'invalid', message: 'the reward leaves its range', seed: 7, actions: [] },
]
const checked: CheckedSource = {
  ...{ text, plays: 8, milliseconds: 1, learnability: null, demonstrated: null, readability: null },
  report: { environment: 'e-v1', valid: false, checks },
  registration: { spec: {} as CheckedSource['registration']['spec'], stopText: '\n', hooks: [] },
}

describe('what the checks found', () => {
  it('tells one cause once, with the play that shows it', () => {
    expect(findingsOf(checked).map(({ names, shown }) => [names, shown.seed])).toEqual([
      [['b', 'c'], 4],
      [['d'], 7],
    ])
  })

  it('marks the line that a finding names, once, without its indent', () => {
    const marks = marksOfCheck({ kind: 'checked', checked, more: false }, text)
    expect(marks.map(({ from, to, line }) => [text.slice(from, to), line])).toEqual([['two()', 2]])
    expect(lineIn('nothing here')).toBeNull()
    expect(markOfLine(text, 9, 'no')).toBeNull()
  })

  it('marks nothing in a text that was changed since', () => {
    expect(marksOfCheck({ kind: 'checked', checked, more: false }, `${text} `)).toEqual([])
    const refused = { code: 'SANDBOX_SOURCE', message: 'The source cannot be read at line 3: no.', nextStep: '', at: '3' } as const
    expect(marksOfCheck({ kind: 'refused', text, error: refused }, text).map(({ line }) => line)).toEqual([3])
    expect(marksOfCheck({ kind: 'refused', text, error: refused }, 'other')).toEqual([])
  })

  it('makes turns of the actions that show a finding', () => {
    expect(turnsOfEvidence([{ X: 'c4' }, 'no record', { O: 3 }])).toEqual([{ actions: { X: 'c4' } }, { actions: { O: 3 } }])
  })
})
