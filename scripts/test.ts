// npm test: every stage in turn, or those named (`npm test -- unit browser`). All run even when one fails; the
// last line on stdout is the total, which CI reads.

import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tokenloomError } from '../src/base/errors.ts'
import { unwrap } from '../src/base/result.ts'
import { parseCommandLine, root, runCommand, say } from './command/command.ts'
import { findBrowser } from './page/browser.ts'
import { type Counts, countStage, STAGES, type Stage } from './test/stages.ts'

/** Runs one command with its output passed through to stderr: stdout ends with the total and holds little else. */
function runStage(stage: Stage): Promise<number> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [...stage.node], { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, ...stage.environment } })
    child.on('error', () => done(1))
    child.on('exit', (code) => done(code ?? 1))
  })
}

async function testStage(stage: Stage): Promise<Counts> {
  say(`\n── ${stage.name}`)
  const started = performance.now()
  if (stage.report !== undefined) rmSync(join(root, stage.report.path), { force: true })
  const counts = countStage(stage, await runStage(stage))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${counts.failed === 0 ? 'ok  ' : 'FAIL'} ${stage.name}: ${counts.passed} passed, ${counts.failed} failed, ${seconds} s\n`)
  return counts
}

await runCommand(async (args) => {
  const { positionals } = parseCommandLine(args, {}, `npm test -- [${Object.keys(STAGES).join('] [')}]`)
  const names = positionals.length === 0 ? Object.keys(STAGES) : positionals
  const stages = names.map((name) => {
    const stage = STAGES[name]
    if (stage === undefined) throw tokenloomError('ARGUMENT_INVALID', `There is no test stage "${name}".`, `Stages: ${Object.keys(STAGES).join(', ')}.`)
    return stage
  })
  mkdirSync(join(root, '.cache', 'test'), { recursive: true })
  if (stages.some((stage) => stage.needsBrowser === true)) say(`Browser: ${unwrap(findBrowser({ install: true })).executablePath}`)
  let passed = 0
  let failed = 0
  for (const stage of stages) {
    const counts = await testStage(stage)
    passed += counts.passed
    failed += counts.failed
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
})
