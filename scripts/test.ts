// npm test: every stage in turn, or those named (`npm test -- unit browser`). All run even when one fails, none longer than its limit
// and all together not longer than theirs; the last line on stdout is the total, which CI reads.

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tokenloomError } from '../src/base/errors.ts'
import { unwrap } from '../src/base/result.ts'
import { parseCommandLine, root, runCommand, say } from './command/command.ts'
import { findBrowser } from './page/browser.ts'
import { runLimited } from './test/limited.ts'
import { type Counts, countStage, STAGES, type Stage, stageLine, WHOLE_LIMIT } from './test/stages.ts'

/** Seconds that a stage at its limit has to write what it knows. */
const GRACE = 20

const HELP = `
Runs the stages that are named, or all of them in turn; every one runs even when one before it fails. The last line is the
total. Some tests of a stage: npx vitest run --project unit PATH, npx playwright test --project=journeys e2e/NAME.spec.ts.`

interface StageEnd {
  readonly counts: Counts
  readonly interrupted: boolean
}

/** Runs a stage for at most `limit` seconds, its output passed through to stderr: stdout ends with the total and holds little else. */
async function testStage(stage: Stage, limit: number): Promise<StageEnd> {
  say(`\n── ${stage.name}`)
  const started = performance.now()
  if (stage.report !== undefined) rmSync(join(root, stage.report.path), { force: true })
  const { exitCode, cut } = await runLimited({ node: stage.node, cwd: root, environment: { ...process.env, ...stage.environment }, limit, grace: GRACE })
  const counts = countStage(stage, cut === null ? exitCode : 1)
  const seconds = (performance.now() - started) / 1000
  process.stdout.write(`${stageLine(stage, counts, seconds)}\n`)
  if (cut === 'limit')
    process.stdout.write(`     ${stage.name} was ended at its limit of ${limit.toFixed(0)} s: something hangs, or the machine is far too slow\n`)
  for (const name of counts.secondTry ?? []) process.stdout.write(`     at the second try: ${name}\n`)
  return { counts, interrupted: cut === 'interrupt' }
}

await runCommand(async (args) => {
  const { positionals } = parseCommandLine(args, {}, `npm test -- [${Object.keys(STAGES).join('] [')}]`, HELP)
  const names = positionals.length === 0 ? Object.keys(STAGES) : positionals
  const stages = names.map((name) => {
    const stage = STAGES[name]
    if (stage === undefined) throw tokenloomError('ARGUMENT_INVALID', `There is no test stage "${name}".`, `Stages: ${Object.keys(STAGES).join(', ')}.`)
    return stage
  })
  const started = performance.now()
  mkdirSync(join(root, '.cache', 'test'), { recursive: true })
  if (stages.some((stage) => stage.needsBrowser === true)) say(`Browser: ${unwrap(findBrowser({ install: true })).executablePath}`)
  let passed = 0
  let failed = 0
  for (const stage of stages) {
    const left = WHOLE_LIMIT - (performance.now() - started) / 1000
    if (left <= 0) {
      process.stdout.write(`FAIL ${stage.name}: not begun, all stages together have ${WHOLE_LIMIT} s\n`)
      failed += 1
      continue
    }
    const { counts, interrupted } = await testStage(stage, Math.min(stage.limit, left))
    passed += counts.passed
    failed += counts.failed
    if (interrupted) break
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
})
