// Runs the suites in a child process (Dawn for Node, or Deno) and reads its lines. A child that dies is a report of failure
// with what it said last. Knows nothing of what is tested.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type TokenloomError, tokenloomError } from '../../../src/base/errors.ts'
import { fail, ok, type Result } from '../../../src/base/result.ts'
import type { CaseOutcome, SuiteReport } from './suite.ts'

export interface ChildCommand {
  readonly program: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

type Line = { readonly outcome: CaseOutcome } | { readonly report: SuiteReport }

function lineOf(text: string): Line | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const line: Line = JSON.parse(text)
    return line
  } catch {
    return undefined
  }
}

const LAST_WORDS = 400

export function runChild({ program, args, environment }: ChildCommand, tell: (outcome: CaseOutcome) => void): Promise<Result<SuiteReport, TokenloomError>> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
    let report: SuiteReport | undefined
    let words = ''
    let outcomes = 0
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = lineOf(text)
      if (line === undefined) words = `${words}\n${text}`.slice(-LAST_WORDS)
      else if ('report' in line) report = line.report
      else {
        outcomes++
        tell(line.outcome)
      }
    })
    child.stderr.on('data', (data: Buffer) => {
      words = `${words}${data.toString()}`.slice(-LAST_WORDS)
    })
    const broken = (how: string) =>
      fail(tokenloomError('INTERNAL', `${program} ${how} after ${outcomes} cases: ${words.trim() || 'it said nothing'}`, 'Run it by hand to see more.'))
    child.on('error', (error) => resolve(broken(`did not start (${error.message})`)))
    child.on('close', (code, signal) => resolve(report === undefined ? broken(`ended with ${signal ?? code}`) : ok(report)))
  })
}
