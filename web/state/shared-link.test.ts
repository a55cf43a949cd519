import { expect, test } from 'vitest'
import { unwrap } from '../../src/base/result.ts'
import { parseRunSpec } from '../../src/record/spec-schema.ts'
import { RECORDED_RUN } from './recording.ts'
import { emptyRunView } from './run-view.ts'
import { contentOfRun, placeOf, tabOf, viewNow } from './shared-link.ts'

const spec = unwrap(parseRunSpec({ preset: 'arithmetic', seed: 3 }))
const finished = { ...emptyRunView('r01'), spec, status: 'finished' as const, digest: 'aa' }

test('a digest is shared of a whole run only', () => {
  expect(contentOfRun(finished, {})).toMatchObject({ kind: 'run', digest: 'aa' })
  expect(contentOfRun({ ...finished, status: 'running' }, {})).toMatchObject({ kind: 'run', digest: null })
  expect(contentOfRun(emptyRunView('r02'), {})).toBeNull()
})

test('the recorded run is shared as a place, since everybody has it', () => {
  const view = viewNow({ tab: 'tokens', selection: { arm: 'policy', step: 4 }, place: { episode: null, turn: null }, tokenStep: { step: 4 }, token: null })
  expect(contentOfRun({ ...finished, id: RECORDED_RUN }, view)).toEqual({ kind: 'view', run: RECORDED_RUN, view: { tab: 'tokens', step: 4 } })
})

test('a turn and a token are shared with their step, also where it is on view because it is the newest', () => {
  const looking = {
    tab: 'tokens',
    selection: { arm: 'random', step: null },
    place: { episode: 7, turn: 2 },
    tokenStep: { step: 9 },
    token: { index: 31 },
  } as const
  const view = viewNow(looking)
  expect(view).toEqual({ tab: 'tokens', arm: 'random', step: 9, episode: 7, turn: 2, token: 31 })
  expect(placeOf(view)).toEqual({ tab: 'tokens', arm: 'random', step: 9, episode: 7, turn: 2 })
  // Who follows the newest step and looks at nothing in it shares no step.
  expect(viewNow({ ...looking, place: { episode: null, turn: null }, token: null })).toEqual({ tab: 'tokens', arm: 'random' })
})

test('what this page does not have is left out of a place', () => {
  expect(placeOf({ tab: 'no-such', arm: '__proto__', panel: 'constructor', step: 3 })).toEqual({ step: 3 })
})

test('a tab that this page does not have is no tab', () => {
  expect(tabOf({ tab: 'tokens' })).toBe('tokens')
  expect(tabOf({ tab: 'constructor' })).toBeUndefined()
})
