// npm run check-env -- FILE: an authored environment against the contract, in the sandbox that the page uses. Says of every
// promise whether it holds and how to see it broken, and whether the rewards can teach anything. Knows no page.

import { readFileSync } from 'node:fs'
import { TokenloomError, tokenloomError } from '../src/base/errors.ts'
import { unwrap } from '../src/base/result.ts'
import { checkEnvironment } from '../src/environments/suite/check-environment.ts'
import { type DemonstratedReturn, estimateDemonstrated } from '../src/environments/suite/demonstrated.ts'
import { judgeDemonstrated, judgeLearnability } from '../src/environments/suite/judge-learnability.ts'
import { judgeReadability } from '../src/environments/suite/judge-readability.ts'
import { estimateLearnability, type Learnability } from '../src/environments/suite/learnability.ts'
import { estimateReadability, type Readability } from '../src/environments/suite/readability.ts'
import type { CheckReport } from '../src/environments/suite/verdict.ts'
import { openAuthoredEnvironment } from '../src/sandbox/authored-environment.ts'
import { brokenLines } from './check-env/broken-lines.ts'
import { parseCommandLine, runCommand, userPath, wholeNumber } from './command/command.ts'

const USAGE = 'npm run check-env -- FILE.ts [--plays N] [--seed N] [--json]'
const HELP = `
Plays an environment at random in the sandbox and says which promises of the contract it breaks, with the play that shows
it; then whether its rewards can teach, and what a policy cannot know from what it reads.

  FILE.ts      a TypeScript file whose default export is an environment: docs/environments.md
  --plays N    random plays for every check, 30 unless said otherwise
  --seed N     of the first play, 1 unless said otherwise
  --json       the whole report as one line

Exit code: 0 keeps the contract, 1 does not or cannot be opened, 2 the command line is wrong.`

function readSource(path: string): string {
  if (!/\.[cm]?[jt]s$/.test(path))
    throw tokenloomError('ARGUMENT_INVALID', `${path} is no TypeScript file.`, 'Name a file that ends in .ts, whose default export is an environment.', path)
  try {
    return readFileSync(userPath(path), 'utf8')
  } catch {
    throw tokenloomError('ARGUMENT_INVALID', `The file ${path} cannot be read.`, 'Name a TypeScript file whose default export is an environment.', path)
  }
}

/** What is broken stands last, where it is seen, and once: one wrong line breaks many promises. */
function print(report: CheckReport, { learnability, demonstrated, readability }: Estimates): void {
  const write = (line: string): void => {
    process.stdout.write(`${line}\n`)
  }
  for (const { verdict, name, message } of report.checks) if (verdict === 'valid') write(`ok      ${name}: ${message}`)
  if (report.stepsPerSecond !== undefined) write(`${Math.round(report.stepsPerSecond)} steps a second under random play`)
  if (learnability !== null) write(judgeLearnability(learnability))
  if (learnability !== null && demonstrated !== null) write(judgeDemonstrated(demonstrated, learnability))
  if (readability !== null) for (const line of judgeReadability(readability)) write(line)
  for (const line of brokenLines(report.checks)) write(line)
  write(`${report.environment} ${report.valid ? 'keeps the contract' : 'does not keep the contract'}`)
}

interface Estimates {
  readonly learnability: Learnability | null
  readonly demonstrated: DemonstratedReturn | null
  readonly readability: Readability | null
}

/** An estimate, or nothing where the source fails while it is made: the checks have said why. */
function estimated<T>(work: () => T): T | null {
  try {
    return work()
  } catch (thrown) {
    if (thrown instanceof TokenloomError) return null
    throw thrown
  }
}

await runCommand(async (args) => {
  const text = { type: 'string' } as const
  const { values, positionals } = parseCommandLine(args, { plays: text, seed: text, json: { type: 'boolean' } } as const, USAGE, HELP)
  const [path, extra] = positionals
  if (path === undefined || extra !== undefined) throw tokenloomError('ARGUMENT_INVALID', 'One file is needed.', `Usage: ${USAGE}`)
  const plays = wholeNumber(values.plays, '--plays', 1, 10_000) ?? 30
  const firstSeed = wholeNumber(values.seed, '--seed', 0, 0xffffffff) ?? 1
  const { definition, dispose } = unwrap(await openAuthoredEnvironment(readSource(path)))
  try {
    const report = checkEnvironment(definition, { plays, firstSeed, now: () => performance.now() })
    const config = definition.parseConfig({})
    const estimates = {
      learnability: config.ok ? estimated(() => estimateLearnability(definition, config.value, { seed: firstSeed })) : null,
      demonstrated: config.ok ? estimated(() => estimateDemonstrated(definition, config.value, { seed: firstSeed })) : null,
      readability: config.ok ? estimated(() => estimateReadability(definition, config.value, { seed: firstSeed, now: () => performance.now() })) : null,
    }
    if (values.json === true) process.stdout.write(`${JSON.stringify({ ...report, ...estimates })}\n`)
    else print(report, estimates)
    return report.valid ? 0 : 1
  } finally {
    dispose()
  }
})
