// The stages of `npm test`, cheapest first: what each runs, how long it may take and how its result is counted. Knows
// nothing of how they are run or printed (scripts/test.ts).

import { existsSync, readFileSync } from 'node:fs'

export interface Counts {
  readonly passed: number
  readonly failed: number
  /** The names of those among the passed that failed once before. */
  readonly secondTry?: readonly string[]
}

export interface Stage {
  readonly name: string
  /** The command: a package's own entry file under node_modules, or a file of the project, with its arguments. */
  readonly node: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Where the command leaves a report to count; a stage without one counts as one test. */
  readonly report?: { readonly path: string; count(text: string): Counts }
  readonly needsBrowser?: true
  /** Seconds by the clock after which the stage is ended and counts as failed: several times what it takes on two slow cores. */
  readonly limit: number
}

/** Seconds by the clock for all stages together, so that a machine that runs them always gets a total. */
export const WHOLE_LIMIT = 1140

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

/** Reads an object's field only if it is a list. */
function listAt(value: unknown, key: string): readonly unknown[] {
  const field: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return Array.isArray(field) ? field : []
}

/** Reads an object's field only if it is text. */
function textAt(value: unknown, key: string): string {
  const field: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return typeof field === 'string' ? field : ''
}

/** The journeys of a suite and the suites within it that passed at the second try, as `file: title`. */
function secondTries(suite: unknown): readonly string[] {
  const here = listAt(suite, 'specs')
    .filter((spec) => listAt(spec, 'tests').some((test) => textAt(test, 'status') === 'flaky'))
    .map((spec) => `${textAt(spec, 'file')}: ${textAt(spec, 'title')}`)
  return [...here, ...listAt(suite, 'suites').flatMap(secondTries)]
}

/** Playwright's JSON report. A journey that passed at the second try has passed, and is named; one that never ran has failed. */
export function countPlaywright(text: string): Counts {
  const report: unknown = JSON.parse(text)
  const stats: unknown = typeof report === 'object' && report !== null ? Reflect.get(report, 'stats') : undefined
  const secondTry = listAt(report, 'suites').flatMap(secondTries)
  const failed = numberAt(stats, 'unexpected') + numberAt(stats, 'skipped')
  return { passed: numberAt(stats, 'expected') + numberAt(stats, 'flaky'), failed, ...(secondTry.length > 0 ? { secondTry } : {}) }
}

const vitest = (project: string, name: string, limit: number): Stage => {
  const path = `.cache/test/${project}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  return {
    name,
    node: ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--passWithNoTests', ...reporters],
    report: { path, count: countVitest },
    limit,
    ...(project === 'browser' ? { needsBrowser: true } : {}),
  }
}

const journeys = (project: string, name: string, limit: number, ...more: readonly string[]): Stage => {
  const path = `.cache/test/${project}.json`
  return {
    name,
    node: ['node_modules/@playwright/test/cli.js', 'test', `--project=${project}`, '--reporter=list,json', ...more],
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: path },
    report: { path, count: countPlaywright },
    needsBrowser: true,
    limit,
  }
}

export const STAGES: Readonly<Record<string, Stage>> = {
  types: { name: 'types', node: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'], limit: 180 },
  lint: { name: 'lint', node: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'], limit: 120 },
  imports: { name: 'import rules', node: ['scripts/run.mjs', 'imports'], limit: 120 },
  unit: vitest('unit', 'unit and property tests', 480),
  browser: vitest('browser', 'kernel tests in the browser', 300),
  build: { name: 'build', node: ['scripts/run.mjs', 'build'], limit: 180 },
  weight: { name: 'weight of the first load', node: ['scripts/run.mjs', 'check', 'first-load'], limit: 120 },
  journeys: journeys('journeys', 'journeys on the built page', 780),
  timed: journeys('timed', 'journeys against the clock', 240, '--workers=1'),
}

/** What a finished stage counts: its report where there is one, and never a pass for a command that failed. */
export function countStage(stage: Stage, exitCode: number): Counts {
  const failedWithoutReport = { passed: 0, failed: 1 }
  if (stage.report === undefined) return exitCode === 0 ? { passed: 1, failed: 0 } : failedWithoutReport
  if (!existsSync(stage.report.path)) return exitCode === 0 ? { passed: 0, failed: 0 } : failedWithoutReport
  const counts = stage.report.count(readFileSync(stage.report.path, 'utf8'))
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** What the stage says of itself on one line. */
export function stageLine(stage: Stage, { passed, failed, secondTry = [] }: Counts, seconds: number): string {
  const again = secondTry.length === 0 ? '' : `, ${secondTry.length} at the second try`
  return `${failed === 0 ? 'ok  ' : 'FAIL'} ${stage.name}: ${passed} passed, ${failed} failed${again}, ${seconds.toFixed(1)} s`
}
