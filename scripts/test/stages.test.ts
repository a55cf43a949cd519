import { expect, test } from 'vitest'
import { countPlaywright, countStage, countVitest, STAGES, type Stage, stageLine, WHOLE_LIMIT } from './stages.ts'

test('a test file that failed to load counts as a failure', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{}] },
    ],
  }
  expect(countVitest(JSON.stringify(report))).toEqual({ passed: 3, failed: 2 })
})

/** As Playwright writes it: files are suites, `test.describe` makes further ones within. */
const journeys = {
  suites: [
    {
      title: 'runs.spec.ts',
      specs: [
        { title: 'runs are named', file: 'runs.spec.ts', tests: [{ status: 'expected' }] },
        { title: 'runs are deleted', file: 'runs.spec.ts', tests: [{ status: 'flaky' }] },
      ],
      suites: [{ title: 'with reduced motion', specs: [{ title: 'runs stand', file: 'runs.spec.ts', tests: [{ status: 'flaky' }] }] }],
    },
    { title: 'board.spec.ts', specs: [{ title: 'a board', file: 'board.spec.ts', tests: [{ status: 'unexpected' }] }] },
  ],
  stats: { expected: 1, unexpected: 1, flaky: 2, skipped: 0 },
}

test('a journey that passed at the second try has passed and is named; one that failed twice has failed', () => {
  const counts = countPlaywright(JSON.stringify(journeys))
  expect(counts).toEqual({ passed: 3, failed: 1, secondTry: ['runs.spec.ts: runs are deleted', 'runs.spec.ts: runs stand'] })
  const stage: Stage = { name: 'journeys', node: [], limit: 1 }
  expect(stageLine(stage, counts, 12.34)).toBe('FAIL journeys: 3 passed, 1 failed, 2 at the second try, 12.3 s')
})

test('nothing is said of second tries where there were none', () => {
  const counts = countPlaywright(JSON.stringify({ suites: [], stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0 } }))
  expect(counts).toEqual({ passed: 5, failed: 0 })
  expect(stageLine({ name: 'journeys', node: [], limit: 1 }, counts, 2)).toBe('ok   journeys: 5 passed, 0 failed, 2.0 s')
})

test('journeys that a run at its limit did not come to have failed', () => {
  expect(countPlaywright(JSON.stringify({ stats: { expected: 5, unexpected: 1, flaky: 0, skipped: 7 } }))).toEqual({ passed: 5, failed: 8 })
})

test('every stage has a limit within that of the whole', () => {
  for (const { name, limit } of Object.values(STAGES)) expect(limit > 0 && limit < WHOLE_LIMIT, name).toBe(true)
  expect(WHOLE_LIMIT).toBeLessThan(20 * 60)
})

test('a stage without a report is one test', () => {
  const stage: Stage = { name: 'types', node: [], limit: 1 }
  expect(countStage(stage, 0)).toEqual({ passed: 1, failed: 0 })
  expect(countStage(stage, 2)).toEqual({ passed: 0, failed: 1 })
})

test('a command that failed never counts as passed, even without a report', () => {
  const stage: Stage = { name: 'unit', node: [], limit: 1, report: { path: 'absent.json', count: countVitest } }
  expect(countStage(stage, 1)).toEqual({ passed: 0, failed: 1 })
})
