// The stages of `npm test`, cheapest first: what each runs and how its result is counted. Knows nothing of how
// they are run or printed (scripts/test.ts).

import { existsSync, readFileSync } from 'node:fs'

export interface Counts {
  readonly passed: number
  readonly failed: number
}

export interface Stage {
  readonly name: string
  /** The command: a package's own entry file under node_modules, or a file of the project, with its arguments. */
  readonly node: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Where the command leaves a report to count; a stage without one counts as one test. */
  readonly report?: { readonly path: string; count(text: string): Counts }
  readonly needsBrowser?: true
}

/** Reads an object's field only if it is a number. */
function numberAt(value: unknown, key: string): number {
  if (typeof value !== 'object' || value === null) return 0
  const field: unknown = Reflect.get(value, key)
  return typeof field === 'number' ? field : 0
}

/** Vitest's JSON report. A file that failed to load has no tests and counts as one failure. */
export function countVitest(text: string): Counts {
  const report: unknown = JSON.parse(text)
  const suites = typeof report === 'object' && report !== null ? Reflect.get(report, 'testResults') : []
  const broken = Array.isArray(suites) ? suites.filter((suite) => suite.status === 'failed' && suite.assertionResults?.length === 0).length : 0
  return { passed: numberAt(report, 'numPassedTests'), failed: numberAt(report, 'numFailedTests') + broken }
}

/** Playwright's JSON report. A journey that only passed on a second try is a failure. */
export function countPlaywright(text: string): Counts {
  const report: unknown = JSON.parse(text)
  const stats: unknown = typeof report === 'object' && report !== null ? Reflect.get(report, 'stats') : undefined
  return { passed: numberAt(stats, 'expected'), failed: numberAt(stats, 'unexpected') + numberAt(stats, 'flaky') }
}

const vitest = (project: string): Stage => {
  const path = `.cache/test/${project}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  return {
    name: project === 'unit' ? 'unit and property tests' : 'kernel tests in the browser',
    node: ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--passWithNoTests', ...reporters],
    report: { path, count: countVitest },
    ...(project === 'browser' ? { needsBrowser: true } : {}),
  }
}

const journeys = (project: string, name: string, ...more: readonly string[]): Stage => {
  const path = `.cache/test/${project}.json`
  return {
    name,
    node: ['node_modules/@playwright/test/cli.js', 'test', `--project=${project}`, '--reporter=list,json', ...more],
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: path },
    report: { path, count: countPlaywright },
    needsBrowser: true,
  }
}

export const STAGES: Readonly<Record<string, Stage>> = {
  types: { name: 'types', node: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'] },
  lint: { name: 'lint', node: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'] },
  imports: { name: 'import rules', node: ['scripts/run.mjs', 'imports'] },
  unit: vitest('unit'),
  browser: vitest('browser'),
  build: { name: 'build', node: ['scripts/run.mjs', 'build'] },
  weight: { name: 'weight of the first load', node: ['scripts/run.mjs', 'check', 'first-load'] },
  journeys: journeys('journeys', 'journeys on the built page'),
  timed: journeys('timed', 'journeys against the clock', '--workers=1'),
}

/** What a finished stage counts: its report where there is one, and never a pass for a command that failed. */
export function countStage(stage: Stage, exitCode: number): Counts {
  const failedWithoutReport = { passed: 0, failed: 1 }
  if (stage.report === undefined) return exitCode === 0 ? { passed: 1, failed: 0 } : failedWithoutReport
  if (!existsSync(stage.report.path)) return exitCode === 0 ? { passed: 0, failed: 0 } : failedWithoutReport
  const counts = stage.report.count(readFileSync(stage.report.path, 'utf8'))
  return exitCode !== 0 && counts.failed === 0 ? { passed: counts.passed, failed: 1 } : counts
}
