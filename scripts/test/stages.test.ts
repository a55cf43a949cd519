import { expect, test } from 'vitest'
import { countPlaywright, countStage, countVitest, type Stage } from './stages.ts'

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

test('a flaky journey counts as a failure', () => {
  expect(countPlaywright(JSON.stringify({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 } }))).toEqual({ passed: 5, failed: 2 })
})

test('a stage without a report is one test', () => {
  const stage: Stage = { name: 'types', node: [] }
  expect(countStage(stage, 0)).toEqual({ passed: 1, failed: 0 })
  expect(countStage(stage, 2)).toEqual({ passed: 0, failed: 1 })
})

test('a command that failed never counts as passed, even without a report', () => {
  const stage: Stage = { name: 'unit', node: [], report: { path: 'absent.json', count: countVitest } }
  expect(countStage(stage, 1)).toEqual({ passed: 0, failed: 1 })
})
